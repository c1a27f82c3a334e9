/** Lifted transformations of modules, statement by statement of the Flax map, and beyond. */
@NullMarked
package io.cambric.lift;

import org.jspecify.annotations.NullMarked;
