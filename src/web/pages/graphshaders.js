// The programs by which the graphics processor draws a graph: points, edges, and thick edges.

/** What all of them know: depths beyond `limit` are pale, those at it are new, none is 65535. */
const SHARED = `#version 300 es
precision highp float;
uniform mat4 camera;
uniform float limit;
uniform vec3 page, ink, mark;
uniform vec2 depths;
/** The part of the page's colour that lies over what is far away. */
float haze(float depth) {
  return depths.y - depths.x < 0.001 ? 0.0 : 0.5 * clamp((depth - depths.x) / (depths.y - depths.x), 0.0, 1.0);
}
`;

const POINT_VERTEX = `${SHARED}
uniform float radius, hidden, lift;
in vec3 place;
in vec4 tint;
in vec2 about;
flat out vec4 colour;
flat out float size, ring, square;
void main() {
  gl_Position = camera * vec4(place, 1.0);
  bool isBeyond = about.x > limit;
  bool isNew = about.x == limit;
  square = about.y;
  ring = isNew ? 1.0 : 0.0;
  size = 2.0 * radius / gl_Position.w * (isBeyond ? 0.7 : isNew ? 1.5 : square > 0.5 ? 1.2 : 1.0);
  // Dead points lie behind live ones, pale points behind all others.
  gl_Position.z += 0.0003 * about.y * gl_Position.w;
  if (isBeyond) gl_Position.z = 0.9999 * gl_Position.w;
  if (lift > 0.5) gl_Position.z = -0.995 * gl_Position.w;
  vec3 own = isBeyond ? ink : tint.rgb;
  colour = vec4(mix(own, page, isBeyond ? 0.0 : haze(gl_Position.w)), isBeyond ? hidden : tint.a);
  gl_PointSize = max(1.0, size);
  if (isBeyond && hidden <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const POINT_FRAGMENT = `${SHARED}
flat in vec4 colour;
flat in float size, ring, square;
out vec4 result;
void main() {
  float from = length(gl_PointCoord - 0.5) * size;
  float edge = 0.5 * size;
  float seen = size < 2.5 || square > 0.5 ? 1.0 : 1.0 - smoothstep(edge - 1.0, edge, from);
  if (seen < 0.1) discard;
  vec3 own = ring > 0.5 && size > 4.0 && from > edge - 2.2 ? ink : colour.rgb;
  float alpha = colour.a * seen;
  result = vec4(own * alpha, alpha);
}`;

const EDGE_VERTEX = `${SHARED}
in vec3 place;
in vec4 tint;
in vec2 about;
out float met, depth;
out vec3 own;
void main() {
  own = tint.rgb;
  gl_Position = camera * vec4(place, 1.0);
  // Edges lie behind the points at their ends.
  gl_Position.z += 0.0005 * gl_Position.w;
  met = about.x;
  depth = gl_Position.w;
}`;

const EDGE_FRAGMENT = `${SHARED}
uniform float density, hidden, inky;
in float met, depth;
in vec3 own;
out vec4 result;
void main() {
  bool isBeyond = met > limit + 0.001;
  bool isNew = !isBeyond && met > limit - 0.999;
  float alpha = isBeyond ? density * 0.4 * step(0.001, hidden) : isNew ? min(1.0, 2.5 * density) : density;
  alpha *= 1.0 - haze(depth);
  if (alpha <= 0.0) discard;
  result = vec4((isNew ? mark : isBeyond ? ink : mix(own, ink, inky)) * alpha, alpha);
}`;

const LIT_VERTEX = `${SHARED}
uniform vec2 picture;
uniform float width;
in vec3 from, to;
void main() {
  vec4 first = camera * vec4(from, 1.0);
  vec4 last = camera * vec4(to, 1.0);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (first.w < 0.06 || last.w < 0.06) return;
  vec2 along = (last.xy / last.w - first.xy / first.w) * picture;
  vec2 aside = length(along) < 0.001 ? vec2(0.0) : normalize(vec2(-along.y, along.x)) * width / picture;
  gl_Position = gl_VertexID < 2 ? first : last;
  gl_Position.xy += ((gl_VertexID & 1) == 0 ? aside : -aside) * gl_Position.w;
  gl_Position.z = -0.99 * gl_Position.w;
}`;

const LIT_FRAGMENT = `${SHARED}
uniform vec3 paint;
out vec4 result;
void main() {
  result = vec4(paint, 1.0);
}`;

function compiled(gl, kind, text) {
  const shader = gl.createShader(kind);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  return shader;
}

/** A linked program with the places of its inputs. */
class Program {
  constructor(gl, vertex, fragment) {
    const program = gl.createProgram();
    gl.attachShader(program, compiled(gl, gl.VERTEX_SHADER, vertex));
    gl.attachShader(program, compiled(gl, gl.FRAGMENT_SHADER, fragment));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(program));
    }
    Object.assign(this, { gl, program, inputs: {} });
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let at = 0; at < count; at += 1) {
      const { name, type } = gl.getActiveUniform(program, at);
      this.inputs[name] = { type, place: gl.getUniformLocation(program, name) };
    }
  }

  /** Makes this the current program, with values for its inputs; it ignores those that it lacks. */
  use(values) {
    const { gl } = this;
    gl.useProgram(this.program);
    for (const [name, value] of Object.entries(values)) {
      const input = this.inputs[name];
      if (!input) continue;
      if (input.type === gl.FLOAT) gl.uniform1f(input.place, value);
      else if (input.type === gl.FLOAT_VEC2) gl.uniform2fv(input.place, value);
      else if (input.type === gl.FLOAT_VEC3) gl.uniform3fv(input.place, value);
      else gl.uniformMatrix4fv(input.place, false, value);
    }
  }

  /** Lets an attribute be read from a buffer. */
  read(name, buffer, size, type, { normalized = false, stride = 0, offset = 0, divisor = 0 } = {}) {
    const { gl } = this;
    const at = gl.getAttribLocation(this.program, name);
    if (at < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, type, normalized, stride, offset);
    gl.vertexAttribDivisor(at, divisor);
  }
}

/** Makes the programs. */
export function graphPrograms(gl) {
  return {
    points: new Program(gl, POINT_VERTEX, POINT_FRAGMENT),
    edges: new Program(gl, EDGE_VERTEX, EDGE_FRAGMENT),
    lit: new Program(gl, LIT_VERTEX, LIT_FRAGMENT),
  };
}
