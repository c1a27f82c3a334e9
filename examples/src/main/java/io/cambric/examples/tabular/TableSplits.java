package io.cambric.examples.tabular;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The rows of a table in three parts, drawn at random: 70, 15 and 15 of a hundred.
 *
 * @param training rows to learn from
 * @param validation rows that end the training and choose the best epoch
 * @param test rows that are seen once, at the end
 */
record TableSplits(List<Integer> training, List<Integer> validation, List<Integer> test) {

  private static final double TRAINING = 0.7;
  private static final double VALIDATION = 0.85;

  static TableSplits of(int rows, long seed) {
    var order = new ArrayList<>(IntStream.range(0, rows).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    int first = (int) (rows * TRAINING);
    int second = (int) (rows * VALIDATION);
    return new TableSplits(
        List.copyOf(order.subList(0, first)),
        List.copyOf(order.subList(first, second)),
        List.copyOf(order.subList(second, rows)));
  }
}
