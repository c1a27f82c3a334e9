/**
 * Arrays, traces, primitives and jaxprs: the core that every operation and every transformation is
 * written against, as {@code jax.core} is for JAX.
 *
 * <p>A function of a user computes with {@link io.cambric.core.Array arrays}. Each operation on
 * arrays is a {@link io.cambric.core.Primitive primitive}: a record of its static parameters, with
 * all of its rules. The current {@link io.cambric.core.Trace trace} decides what a primitive does.
 * Evaluation computes at once; {@code jit} records an equation; {@code grad} computes and records
 * the linear part; {@code vmap} runs the operation on arrays with one more axis.
 *
 * <p>The following function is the example.
 *
 * {@snippet :
 * Array f(Array x) {
 *   return x.sin().mul(x);
 * }
 * }
 *
 * <h2>Evaluation</h2>
 *
 * <p>{@code f(x)} with an {@link io.cambric.core.NdArray} binds two primitives:
 *
 * {@snippet :
 * Array s = Trace.bind(new Sin(), x);
 * Array y = Trace.bind(new Mul(), s, x);
 * }
 *
 * <p>{@link io.cambric.core.Trace#bind} hands each to the current trace. Outside all
 * transformations that is evaluation, which gets from the primitive its {@link
 * io.cambric.core.Lowering lowering} and runs it on kernels. The lowering of {@code Sin} is a
 * scalar body for each point. The lowering of a transposition is a view, and the lowering of a
 * matrix product is a kernel call. Evaluation has no code of its own for any operation, so it gives
 * the same numbers as a compiled program.
 *
 * <h2>Staging</h2>
 *
 * <p>Under {@code jit} the argument is a {@link io.cambric.core.Tracer tracer}: it has a shape and
 * a dtype, its {@link io.cambric.core.ShapedArray aval}, and no elements. The trace records an
 * {@link io.cambric.core.Eqn equation} for each primitive. The result is a {@link
 * io.cambric.core.Jaxpr}, a closed program, which prints in the notation of JAX:
 *
 * {@snippet lang=text :
 * { lambda ; a:f32[3]. let
 *     b:f32[3] = sin a
 *     c:f32[3] = mul b a
 *   in (c,) }
 * }
 *
 * <p>A {@link io.cambric.core.ProgramCompiler} compiles it to kernel calls over planned memory. The
 * compiler reads lowerings and does not depend on the names of operations. It finds cheaper forms
 * of operations by their primitive: {@link io.cambric.core.RewriteRules} replace an operation by a
 * program, or by fewer equations, given the {@link io.cambric.core.RewriteContext equations around
 * it}.
 *
 * <h2>Transformations</h2>
 *
 * <p>A transformation is a trace whose {@code process} calls the rule of the primitive. Rules run
 * with the parent of the trace current, so they are ordinary code on arrays, and transformations
 * nest without levels:
 *
 * {@snippet :
 * // The jvp rule of Sin: differentiation of any order needs no more.
 * public Array jvp(Array x, Array tangent) {
 *   return tangent.mul(x.cos());
 * }
 * }
 *
 * <p>{@code grad(f)} linearizes: it runs the jvp rules, computes all primal values, and records the
 * equations that depend on tangents. The transpose rules then run the recorded equations backwards,
 * from cotangents of results to cotangents of operands. A missing tangent or cotangent is {@code
 * null}, a symbolic zero. {@code vmap(f)} calls the batching rule, which gets the position of the
 * batch axis of each operand. The traces themselves live in {@code io.cambric.interpreters}.
 *
 * <h2>Rules for this package and the packages above</h2>
 *
 * <ul>
 *   <li>Arrays, avals, primitives and jaxprs are immutable. A {@code JaxprBuilder} is mutable while
 *       one trace runs, a buffer while one program runs.
 *   <li>Primitives compare by value, so that the compiler finds common subexpressions and caches
 *       programs. Arrays and jaxprs compare by identity.
 *   <li>An operand has the shape that an elementwise operation works on, or none: a scalar can be
 *       an operand of any loop. All other broadcasting is a view.
 *   <li>An equation keeps the line of the user's code that it comes from, through derivatives too;
 *       see {@link io.cambric.core.Source}.
 *   <li>Code that has to call upwards does so through a service: {@link
 *       io.cambric.core.ArrayMethods} for the fluent methods of arrays, {@link
 *       io.cambric.core.ProgramCompiler} for compiled calls.
 * </ul>
 *
 * <p>Users name {@link io.cambric.core.Array} and {@link io.cambric.core.Index}. Authors of
 * primitives use {@code Primitive}, {@code Lowering} and {@code Trace} as well; {@code
 * io.cambric.lax} is their model.
 *
 * @see <a href="https://docs.jax.dev/en/latest/autodidax.html">Autodidax: JAX core from scratch</a>
 */
@NullMarked
package io.cambric.core;

import org.jspecify.annotations.NullMarked;
