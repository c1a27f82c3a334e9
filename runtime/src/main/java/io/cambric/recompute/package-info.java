/**
 * What to store and what to compute again: costs, and the choice that costs least. Knows of values
 * and scalar loop bodies, not of who asks.
 */
@NullMarked
package io.cambric.recompute;

import org.jspecify.annotations.NullMarked;
