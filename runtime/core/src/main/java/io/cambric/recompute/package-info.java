/**
 * Rematerialization costs: a minimum cut decides which values are stored and which are recomputed.
 * {@code compile} uses it for fused loops, and {@code control} for the residuals of a scan. The
 * package knows values and scalar loop bodies only.
 */
@NullMarked
package io.cambric.recompute;

import org.jspecify.annotations.NullMarked;
