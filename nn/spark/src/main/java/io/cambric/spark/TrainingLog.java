package io.cambric.spark;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest report of rank 0 on a training.
 *
 * @param progress the last step; {@code null} before the first one
 * @param records the latest numbers, in order
 */
record TrainingLog(@Nullable TrainingProgress progress, List<ScalarRecord> records)
    implements Serializable {}
