/**
 * The traces behind the transformations: forward differentiation, linearization, transposition,
 * batching, staging and partial evaluation.
 *
 * <p>A function of the user only calls operations. The current {@link io.cambric.core.Trace}
 * decides the meaning of each call. Without a transformation the operation runs; under {@code jit}
 * it is recorded; under {@code grad} it is also differentiated. This package has one trace for each
 * meaning. JAX has the same ones in {@code jax.interpreters}.
 *
 * <h2>One function under every trace</h2>
 *
 * <p>The example is {@code f(x) = sin(x) * x} for an {@code x} of shape (3,):
 *
 * {@snippet :
 * Array f(Array x) {
 *   return Lax.mul(Lax.sin(x), x);
 * }
 * }
 *
 * <h3>Staging</h3>
 *
 * <p>{@link io.cambric.interpreters.StagingTrace} calls {@code f} with tracers that have a shape
 * and a dtype and no values. Each operation becomes an equation of a {@link io.cambric.core.Jaxpr}:
 *
 * <pre>
 * { lambda ; a:f32[3]. let
 *     b:f32[3] = sin a
 *     c:f32[3] = mul b a
 *   in (c,) }
 * </pre>
 *
 * <h3>Forward differentiation</h3>
 *
 * <p>{@link io.cambric.interpreters.JvpTrace} pairs each primal with its tangent and runs the jvp
 * rule of each operation. A missing tangent is a symbolic zero, written {@code null}. Staged, with
 * {@code b} as the tangent of {@code a}:
 *
 * <pre>
 * { lambda ; a:f32[3] b:f32[3]. let
 *     c:f32[3] = sin a
 *     d:f32[3] = cos a
 *     e:f32[3] = mul b d
 *     f:f32[3] = mul c a
 *     g:f32[3] = mul e a
 *     h:f32[3] = mul c b
 *     i:f32[3] = add g h
 *   in (f, i) }
 * </pre>
 *
 * <h3>Linearization</h3>
 *
 * <p>{@link io.cambric.interpreters.LinearizeTrace} runs the same jvp rules, but divides their
 * work. Operations on primals run at once. Operations on tangents are recorded by a {@code
 * TangentTrace} as the linear program. Primal values that the linear program reads are its
 * <em>residuals</em>: {@code cos a}, {@code a} and {@code sin a}, which are {@code a}, {@code b}
 * and {@code c} below. The tangent is {@code d}:
 *
 * <pre>
 * { lambda ; a:f32[3] b:f32[3] c:f32[3] d:f32[3]. let
 *     e:f32[3] = mul d a
 *     f:f32[3] = mul e b
 *     g:f32[3] = mul c d
 *     h:f32[3] = add f g
 *   in (h,) }
 * </pre>
 *
 * <p>JAX builds this from jvp and partial evaluation into known and unknown values. One trace
 * suffices here: a value is unknown exactly if it is a tracer of the tangent trace.
 *
 * <h3>Transposition</h3>
 *
 * <p>{@link io.cambric.interpreters.Transposition} evaluates the transpose of the linear program,
 * in reverse order. It maps the cotangent {@code d} of the result to the cotangent of {@code x}:
 *
 * <pre>
 * { lambda ; a:f32[3] b:f32[3] c:f32[3] d:f32[3]. let
 *     e:f32[3] = mul d c
 *     f:f32[3] = mul d b
 *     g:f32[3] = mul f a
 *     h:f32[3] = add e g
 *   in (h,) }
 * </pre>
 *
 * <p>Reverse-mode differentiation is linearization followed by transposition. No operation needs a
 * rule for it beyond {@code jvp}, and {@code transpose} if it is linear.
 *
 * <h3>Batching</h3>
 *
 * <p>{@link io.cambric.interpreters.BatchTrace} runs each operation once on arrays with one more
 * axis, by its batching rule. Five lanes along axis 0:
 *
 * <pre>
 * { lambda ; a:f32[5,3]. let
 *     b:f32[5,3] = sin a
 *     c:f32[5,3] = mul b a
 *   in (c,) }
 * </pre>
 *
 * <h2>Programs derived from programs</h2>
 *
 * <p>Operations that hold jaxprs, such as {@code scan}, transform the jaxprs instead of a function.
 * {@link io.cambric.interpreters.JaxprTransforms} evaluates a jaxpr under a trace and stages the
 * result. Each derived jaxpr is cached in the jaxpr it comes from, so that a loop body is
 * differentiated once.
 *
 * <h2>Nesting</h2>
 *
 * <p>A trace has a parent: the trace that was current when the transformation began. It runs its
 * rules in the parent, so that {@code vmap} of {@code grad} is a batch trace with a linearize trace
 * inside. An array of an outer trace is a constant for an inner one, which keeps the perturbations
 * of nested derivatives apart.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A tracer belongs to one trace and is dead once that trace has ended. An operation on a dead
 *       tracer is an error that names the transformation.
 *   <li>A missing tangent or cotangent is {@code null}, never an array of zeros.
 *   <li>Captured arrays of a staged function are leading inputs of its jaxpr ({@link
 *       io.cambric.interpreters.Traced}).
 *   <li>An equation keeps the source line it was traced at, also in derived jaxprs.
 * </ul>
 *
 * <h2>Users</h2>
 *
 * <p>{@code control} and {@code transform} build on this package. Users meet it through {@code
 * transform.Transforms}; a primitive of a user needs it only to transform jaxprs that it holds.
 */
@NullMarked
package io.cambric.interpreters;

import org.jspecify.annotations.NullMarked;
