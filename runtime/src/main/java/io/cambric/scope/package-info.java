/**
 * Variables, collections, filters and random streams of one init or apply, with the key folding of
 * Flax.
 */
@NullMarked
package io.cambric.scope;

import org.jspecify.annotations.NullMarked;
