/**
 * Rewrites of operations and of scans: the rules by which the compiler replaces an operation by
 * cheaper ones with the same values.
 *
 * <p>{@link io.cambric.rewrite.Rules} is the table from primitives to rules. The compiler finds it
 * as a service, {@link io.cambric.core.RewriteRules}. So {@code compile} knows no operation, and no
 * operation knows the compiler. A rule is one class, named after the pattern that it replaces;
 * several primitives may share it.
 *
 * <ul>
 *   <li>An expansion replaces an operation by a program, before anything else. {@code
 *       ScanInvariantMotion} and {@code ScanCarries} move work out of scans.
 *   <li>A rewrite replaces an operation by others, given the equations that make its operands.
 *       {@code TransposedDot} lets a product read its factors in another order.
 * </ul>
 *
 * <p>The package uses {@code control}. No other package uses it.
 */
@NullMarked
package io.cambric.rewrite;

import org.jspecify.annotations.NullMarked;
