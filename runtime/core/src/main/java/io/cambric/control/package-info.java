/**
 * Operations that hold programs: calls ({@code jit}, {@code checkpoint}, {@code pmap}), control
 * flow ({@code scan}, {@code while_loop}, {@code switch}), and custom differentiation rules.
 *
 * <p>A transformation of such an operation transforms its programs. The gradient of a scan chooses
 * its residuals. The package {@code rewrite} has the rewrites of scans before compilation.
 */
@NullMarked
package io.cambric.control;

import org.jspecify.annotations.NullMarked;
