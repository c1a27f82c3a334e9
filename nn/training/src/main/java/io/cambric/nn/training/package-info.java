/**
 * Training: a loop in one call, metrics, and the state that a step changes. It is built from public
 * parts; a loop of one's own takes those it needs.
 *
 * {@snippet :
 * var trained = Training.minimize(net, net.init(key, images, false), adam(1e-3), Digits::loss)
 *     .metrics(Digits::metrics)
 *     .data(epoch -> train.shuffle(key.foldIn(epoch)).batch(64))
 *     .evaluate("test", test.batch(256, Remainder.KEEP))
 *     .epochs(10)
 *     .run();
 * }
 *
 * <h2>Steps by hand</h2>
 *
 * <p>A {@link io.cambric.nn.training.TrainState} is all that changes while a model is trained, as
 * one pytree that a jitted step takes and returns.
 *
 * {@snippet :
 * var state = StandardTrainState.create(model, model.init(key, x), adam(1e-3));
 * var step = jit((StandardTrainState<Mlp> s, Batch batch) -> s.applyGradients(grads(s, batch)));
 * state = step.apply(state, batch);
 * }
 *
 * <h2>Metrics</h2>
 *
 * <p>Metrics accumulate inside {@code jit}: they are immutable pytrees of sums, to which batches
 * are added. Masks are weights: 0 leaves an example out, whatever its values are, and 1 counts it
 * once.
 *
 * {@snippet :
 * var metrics = Metrics.of("loss", Mean.empty()).with("accuracy", Accuracy.empty());
 * var step = jit((Metrics m, Batch b) -> m
 *     .update("loss", Mean.class, mean -> mean.update(losses(b), b.mask()))
 *     .update("accuracy", Accuracy.class, a -> a.update(logits(b), b.labels(), b.mask())));
 * metrics = step.apply(metrics, batch);
 * writer.writeScalars(100, metrics.scalars());
 * }
 */
@CheckReturnValue
@NullMarked
package io.cambric.nn.training;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
