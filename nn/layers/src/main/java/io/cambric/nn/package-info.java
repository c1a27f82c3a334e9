/**
 * The layers of Flax Linen, written as module records. Users construct the modules that are
 * generated from the definitions here.
 *
 * {@snippet :
 * var h = relu(Dense.of(128).call(x));
 * h = Dropout.of(0.3).withDeterministic(!train).call(h);
 * return Dense.of(10).named("logits").call(h);
 * }
 */
@NullMarked
package io.cambric.nn;

import org.jspecify.annotations.NullMarked;
