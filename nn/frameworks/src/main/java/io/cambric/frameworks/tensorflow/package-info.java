/**
 * Checkpoints of TensorFlow. The index is a sorted table in the format of LevelDB, with a message
 * of Protocol Buffers for each tensor; data files have the elements.
 *
 * @see <a href="https://www.tensorflow.org/guide/checkpoint">Training checkpoints</a>
 */
@NullMarked
package io.cambric.frameworks.tensorflow;

import org.jspecify.annotations.NullMarked;
