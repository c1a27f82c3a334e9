/** Layers written as module records. */
@NullMarked
package io.cambric.nn;

import org.jspecify.annotations.NullMarked;
