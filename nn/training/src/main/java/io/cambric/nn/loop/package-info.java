/**
 * A training loop for those who want one: epochs, evaluations, checkpoints, writers, and hooks. It
 * is built from public parts; a loop of one's own takes those it needs.
 *
 * {@snippet :
 * var trained = Training.of(state, Mnist::step)
 *     .data(epoch -> images.shuffle(key.foldIn(epoch)).batch(64))
 *     .epochs(10)
 *     .evaluate("test", testImages.batch(256), Mnist::evaluation)
 *     .checkpoint(Checkpoints.in(folder).withKeep(3))
 *     .run();
 * }
 */
@NullMarked
package io.cambric.nn.loop;

import org.jspecify.annotations.NullMarked;
