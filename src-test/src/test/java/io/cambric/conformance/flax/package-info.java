/**
 * Cases of modules: built of their names and attributes, initialised, applied and differentiated.
 */
@NullMarked
package io.cambric.conformance.flax;

import org.jspecify.annotations.NullMarked;
