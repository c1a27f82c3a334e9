/**
 * Training and prediction on a Spark cluster.
 *
 * <p>{@link io.cambric.spark.SparkTrainer} trains on rows of a Spark data set: each task of a
 * barrier stage is a process of a {@link io.cambric.distributed.ProcessGroup}, with a share of the
 * rows. {@link io.cambric.spark.SparkPredictor} applies a model to a column.
 *
 * <p>Their functions are sent to executors, so they must be serializable: static methods, or
 * lambdas that capture only serializable values.
 */
@NullMarked
package io.cambric.spark;

import org.jspecify.annotations.NullMarked;
