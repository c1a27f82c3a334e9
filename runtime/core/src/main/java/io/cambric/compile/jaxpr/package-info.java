/**
 * The passes over jaxprs: each takes a jaxpr and returns an equal one.
 *
 * <p>In the example of {@link io.cambric.compile}, {@code OperationRewrites} replaces the division
 * of the row mean by a product:
 *
 * <pre>
 * g:f32[64] = div f 32.0       becomes       g:f32[64] = mul f 0.03125
 * </pre>
 *
 * <p>The rules themselves are in {@code io.cambric.rewrite}, and {@code RewriteRegistry} finds them
 * by primitive. The package sees {@code core} only. {@code Pipeline} alone calls it.
 */
@NullMarked
package io.cambric.compile.jaxpr;

import org.jspecify.annotations.NullMarked;
