/**
 * Rematerialization costs: which values to store and which to recompute, by a minimum cut. Knows
 * values and scalar loop bodies only. Used by {@code compile} for fused loops and by {@code
 * control} for the residuals of a scan.
 */
@NullMarked
package io.cambric.recompute;

import org.jspecify.annotations.NullMarked;
