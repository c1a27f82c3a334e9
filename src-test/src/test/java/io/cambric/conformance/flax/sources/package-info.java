/**
 * The modules that golden cases give as Python text, written in Java once, one file a topic. Each
 * definition carries its text in {@link io.cambric.conformance.flax.sources.Python}, by which it is
 * found.
 */
@NullMarked
package io.cambric.conformance.flax.sources;

import org.jspecify.annotations.NullMarked;
