/**
 * Metrics that accumulate inside {@code jit}: immutable pytrees of sums, which batches are added
 * to. Trainings and their writers use them.
 *
 * {@snippet :
 * var metrics = Metrics.of("loss", Mean.empty()).with("accuracy", Accuracy.empty());
 * var step = jit((Metrics m, Batch b) -> m
 *     .update("loss", Mean.class, mean -> mean.update(losses(b), b.mask()))
 *     .update("accuracy", Accuracy.class, a -> a.update(logits(b), b.labels(), b.mask())));
 * metrics = step.apply(metrics, batch);
 * writer.writeScalars(100, metrics.scalars());
 * }
 *
 * <p>Masks are weights: 0 leaves an example out, whatever its values are, and 1 counts it once.
 * Rows that pad a batch have 0.
 */
@NullMarked
package io.cambric.nn.metric;

import org.jspecify.annotations.NullMarked;
