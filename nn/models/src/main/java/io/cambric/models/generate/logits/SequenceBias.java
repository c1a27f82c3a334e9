package io.cambric.models.generate.logits;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds a number to the logit of the token that would complete a given sequence. A sequence of one
 * token always lacks only that token.
 *
 * @param groups the sequences, by their length
 */
@PyTree
public record SequenceBias(List<Group> groups) implements LogitsProcessor {

  /**
   * Sequences of one length.
   *
   * @param prefixes all tokens but the last, i32 {@code [sequences, length - 1]}
   * @param last i32 {@code [sequences]}
   * @param bias f32 {@code [sequences]}
   */
  @PyTree
  public record Group(Array prefixes, Array last, Array bias) {

    private static Group of(int length, List<Map.Entry<List<Integer>, Double>> sequences) {
      var prefixes = new int[sequences.size() * (length - 1)];
      var last = new ArrayList<Integer>();
      var bias = new float[sequences.size()];
      for (int i = 0; i < bias.length; i++) {
        var tokens = sequences.get(i).getKey();
        for (int j = 0; j < length - 1; j++) {
          prefixes[i * (length - 1) + j] = tokens.get(j);
        }
        last.add(tokens.getLast());
        bias[i] = sequences.get(i).getValue().floatValue();
      }
      return new Group(
          NdArray.ofInts(Shape.of(bias.length, length - 1), prefixes),
          Scalars.ofTokens(last),
          NdArray.of(Shape.of(bias.length), bias));
    }

    private Array added(Array biases, TokenSequences sequences) {
      int before = prefixes.dim(1);
      if (before > sequences.columns()) {
        return biases;
      }
      var rows = Numpy.zeros(Shape.of(biases.dim(0), bias.dim(0)), DType.F32).add(bias);
      if (before > 0) {
        var agrees = Numpy.expandDims(sequences.last(before), 1).eq(prefixes).all(-1);
        var has = Numpy.expandDims(sequences.has(before), -1);
        rows = Numpy.where(Numpy.logicalAnd(agrees, has), rows, 0);
      }
      return biases.at(Tokens.rows(biases), last).add(rows);
    }
  }

  /** Copies the list. */
  public SequenceBias {
    groups = List.copyOf(groups);
  }

  /** {@return a bias for each of some sequences of at least one token} */
  public static SequenceBias of(Map<List<Integer>, Double> biases) {
    var byLength = new TreeMap<Integer, List<Map.Entry<List<Integer>, Double>>>();
    biases
        .entrySet()
        .forEach(each ->
            byLength.computeIfAbsent(each.getKey().size(), _ -> new ArrayList<>()).add(each));
    return new SequenceBias(
        byLength.entrySet().stream()
            .map(each -> Group.of(each.getKey(), each.getValue()))
            .toList());
  }

  /** {@return sequences that never occur} */
  public static SequenceBias without(List<List<Integer>> sequences) {
    var biases = new LinkedHashMap<List<Integer>, Double>();
    sequences.forEach(each -> biases.put(each, Double.NEGATIVE_INFINITY));
    return of(biases);
  }

  @Override
  public Array apply(Array logits, TokenSequences sequences) {
    var biases = Numpy.zeros(logits.shape(), DType.F32);
    for (var group : groups) {
      biases = group.added(biases, sequences);
    }
    return logits.add(biases);
  }
}
