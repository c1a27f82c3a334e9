package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Products of arrays summed over axes, with a label for each axis. Axes of one label share their
 * index, and labels that the result does not name are summed.
 *
 * <p>The contraction takes two factors at a time, beginning with the pair that has the smallest
 * product relative to its factors.
 */
public final class Contraction {

  private final String name;
  private final List<Integer> output;
  private final List<Factor> factors = new ArrayList<>();
  private final Map<Integer, Integer> sizes = new HashMap<>();

  /**
   * The contracted pairs, as indices into the factors before each contraction, with new factors
   * last.
   */
  private final List<List<Integer>> path = new ArrayList<>();

  /** An array with a distinct label for each axis. */
  private record Factor(Array value, List<Integer> labels) {}

  private Contraction(String name, List<Integer> output) {
    this.name = name;
    this.output = output;
  }

  /**
   * {@return the contraction of operands of one dtype}
   *
   * @param name names the operation in messages
   * @throws ShapeException if sizes of one label differ and neither is 1
   */
  public static Array of(
      String name, List<Array> operands, List<List<Integer>> labels, List<Integer> output) {
    return prepared(name, operands, labels, output).run();
  }

  /** {@return the pairs in order; a single operand if there is no pair} */
  public static List<List<Integer>> path(
      String name, List<Array> operands, List<List<Integer>> labels, List<Integer> output) {
    var contraction = prepared(name, operands, labels, output);
    contraction.run();
    return operands.size() == 1 ? List.of(List.of(0)) : List.copyOf(contraction.path);
  }

  private static Contraction prepared(
      String name, List<Array> operands, List<List<Integer>> labels, List<Integer> output) {
    var contraction = new Contraction(name, output);
    for (int i = 0; i < operands.size(); i++) {
      contraction.measure(operands, operands.get(i), labels.get(i));
    }
    for (int i = 0; i < operands.size(); i++) {
      contraction.factors.add(contraction.prepared(operands.get(i), labels.get(i)));
    }
    return contraction;
  }

  private void measure(List<Array> operands, Array x, List<Integer> labels) {
    for (int i = 0; i < labels.size(); i++) {
      int size = x.dim(i);
      int known = sizes.getOrDefault(labels.get(i), 1);
      if (size != 1 && known != 1 && size != known) {
        throw new ShapeException(
            "%s needs equal sizes, or 1, along axes with the same label, but has %d and %d in operands %s."
                .formatted(name, known, size, ShapedArray.ofAll(operands)));
      }
      sizes.put(labels.get(i), size == 1 ? known : size);
    }
  }

  /**
   * Replaces repeated labels by diagonals, and drops axes of size 1 that are longer in another
   * operand.
   */
  private Factor prepared(Array x, List<Integer> labels) {
    var value = x;
    var left = new ArrayList<>(labels);
    for (int i = left.size() - 1; i >= 0; i--) {
      int first = left.indexOf(left.get(i));
      if (value.dim(i) == 1 && (size(left.get(i)) != 1 || first != i)) {
        value = Lax.squeeze(value, Axes.of(i));
        left.remove(i);
      } else if (first != i) {
        value = Shapes.moveaxis(ElementSelection.diagonal(value, 0, first, i), -1, first);
        left.remove(i);
      }
    }
    return new Factor(value, left);
  }

  private int size(int label) {
    return sizes.getOrDefault(label, 1);
  }

  private Array run() {
    var order = new ArrayList<>(factors);
    while (factors.size() > 1) {
      contractCheapestPair(order);
    }
    var last = summed(factors.getFirst(), Set.copyOf(output));
    int[] axes = new int[output.size()];
    for (int i = 0; i < axes.length; i++) {
      axes[i] = last.labels.indexOf(output.get(i));
    }
    return Lax.transpose(last.value, Axes.of(axes));
  }

  private void contractCheapestPair(List<Factor> order) {
    int first = 0;
    int second = 1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < factors.size() && factors.size() > 2; i++) {
      for (int j = i + 1; j < factors.size(); j++) {
        double growth = growth(i, j);
        if (growth < least) {
          least = growth;
          first = i;
          second = j;
        }
      }
    }
    var kept = labelsBeside(first, second);
    var right = factors.remove(second);
    var left = factors.remove(first);
    var product = product(left, right, kept);
    factors.add(first, product);
    path.add(Stream.of(place(order, left), place(order, right)).sorted().toList());
    order.removeIf(factor -> factor == left || factor == right);
    order.add(product);
  }

  /** Finds a factor by identity, since two factors may be equal. */
  private static int place(List<Factor> order, Factor factor) {
    int place = 0;
    while (order.get(place) != factor) {
      place++;
    }
    return place;
  }

  private double growth(int i, int j) {
    var labels = new LinkedHashSet<>(factors.get(i).labels);
    labels.addAll(factors.get(j).labels);
    labels.retainAll(labelsBeside(i, j));
    double result = labels.stream().mapToDouble(this::size).reduce(1, (a, b) -> a * b);
    return result - factors.get(i).value.size() - factors.get(j).value.size();
  }

  /** The labels that the result needs, or a factor other than these two. */
  private Set<Integer> labelsBeside(int first, int second) {
    var labels = new LinkedHashSet<>(output);
    for (int k = 0; k < factors.size(); k++) {
      if (k != first && k != second) {
        labels.addAll(factors.get(k).labels);
      }
    }
    return labels;
  }

  private static Factor product(Factor left, Factor right, Set<Integer> wanted) {
    var lhs = summed(left, union(wanted, right.labels));
    var rhs = summed(right, union(wanted, lhs.labels));
    var contracted = new ArrayList<Integer>();
    var batched = new ArrayList<Integer>();
    for (int label : lhs.labels) {
      if (rhs.labels.contains(label)) {
        (wanted.contains(label) ? batched : contracted).add(label);
      }
    }
    var labels = new ArrayList<>(batched);
    addFree(labels, lhs, contracted);
    addFree(labels, rhs, contracted);
    var dims =
        new DotDims(
            positions(contracted, lhs),
            positions(contracted, rhs),
            positions(batched, lhs),
            positions(batched, rhs));
    return new Factor(dot(lhs.value, rhs.value, dims), labels);
  }

  private static Set<Integer> union(Set<Integer> a, List<Integer> b) {
    var union = new LinkedHashSet<>(a);
    union.addAll(b);
    return union;
  }

  private static void addFree(List<Integer> labels, Factor factor, List<Integer> contracted) {
    for (int label : factor.labels) {
      if (!labels.contains(label) && !contracted.contains(label)) {
        labels.add(label);
      }
    }
  }

  private static Axes positions(List<Integer> labels, Factor factor) {
    return Axes.of(labels.stream().mapToInt(factor.labels::indexOf).toArray());
  }

  private static Factor summed(Factor factor, Set<Integer> wanted) {
    var axes = new ArrayList<Integer>();
    var left = new ArrayList<Integer>();
    for (int i = 0; i < factor.labels.size(); i++) {
      if (wanted.contains(factor.labels.get(i))) {
        left.add(factor.labels.get(i));
      } else {
        axes.add(i);
      }
    }
    var reduced = Axes.of(axes.stream().mapToInt(Integer::intValue).toArray());
    return axes.isEmpty() ? factor : new Factor(sum(factor.value, reduced), left);
  }

  private static Array sum(Array x, Axes axes) {
    return x.dtype() == DType.BOOL ? Lax.reduceOr(x, axes) : Lax.reduceSum(x, axes);
  }

  /** {@return the sum of products; for bools, whether any pair is true} */
  public static Array dot(Array lhs, Array rhs, DotDims dims) {
    if (lhs.dtype() != DType.BOOL) {
      return Lax.dotGeneral(lhs, rhs, dims);
    }
    var counts =
        Lax.dotGeneral(
            Lax.convertElementType(lhs, DType.I32), Lax.convertElementType(rhs, DType.I32), dims);
    return Lax.ne(counts, Operands.constant(counts, 0));
  }
}
