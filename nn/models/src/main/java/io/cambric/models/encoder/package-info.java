/**
 * The parts that transformers share: attention whose projections are dense layers, layers of an
 * encoder, keys and values that a decoder keeps.
 */
@NullMarked
package io.cambric.models.encoder;

import org.jspecify.annotations.NullMarked;
