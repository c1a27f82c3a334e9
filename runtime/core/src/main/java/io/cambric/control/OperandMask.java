package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Masks over the operands of operations that hold programs: selection, merging and reordering of
 * lists by known/unknown, linear or mapped operands.
 */
final class OperandMask {

  private OperandMask() {}

  /** {@return the mask of elements for which a test holds} */
  static <T extends @Nullable Object> List<Boolean> where(List<T> list, Predicate<T> test) {
    var mask = new ArrayList<Boolean>(list.size());
    for (var element : list) {
      mask.add(test.test(element));
    }
    return mask;
  }

  /** {@return the mask of tangents that are not symbolic zeros} */
  static List<Boolean> nonzero(List<? extends @Nullable Array> tangents) {
    var mask = new ArrayList<Boolean>(tangents.size());
    for (var tangent : tangents) {
      mask.add(tangent != null);
    }
    return mask;
  }

  /** {@return the elements where the mask is true} */
  static <T> List<T> choose(List<? extends T> list, List<Boolean> mask) {
    var chosen = new ArrayList<T>();
    for (int i = 0; i < list.size(); i++) {
      if (mask.get(i)) {
        chosen.add(list.get(i));
      }
    }
    return chosen;
  }

  /** {@return the tangents that are not symbolic zeros} */
  static List<Array> present(List<? extends @Nullable Array> tangents) {
    var present = new ArrayList<Array>();
    for (var tangent : tangents) {
      if (tangent != null) {
        present.add(tangent);
      }
    }
    return present;
  }

  /** {@return the values in order where the mask is true, {@code null} elsewhere} */
  static List<@Nullable Array> spread(List<? extends @Nullable Array> values, List<Boolean> mask) {
    var all = new ArrayList<@Nullable Array>(mask.size());
    int next = 0;
    for (boolean present : mask) {
      all.add(present ? values.get(next++) : null);
    }
    return all;
  }

  /** {@return the concatenation of lists} */
  @SafeVarargs
  static <T> List<T> concat(List<? extends T>... lists) {
    var all = new ArrayList<T>();
    for (var list : lists) {
      all.addAll(list);
    }
    return all;
  }

  /** {@return a mask of {@code count} equal elements} */
  static List<Boolean> filled(int count, boolean value) {
    return Collections.nCopies(count, value);
  }

  /** {@return the names of mapped axes that at least one of the programs uses} */
  static Set<String> union(List<Jaxpr> programs) {
    var names = new HashSet<String>();
    programs.forEach(program -> names.addAll(program.axisNames()));
    return names;
  }

  /** {@return the elementwise disjunction} */
  static List<Boolean> or(List<Boolean> a, List<Boolean> b) {
    var either = new ArrayList<Boolean>(a.size());
    for (int i = 0; i < a.size(); i++) {
      either.add(a.get(i) || b.get(i));
    }
    return either;
  }

  /** {@return the elementwise negation} */
  static List<Boolean> not(List<Boolean> mask) {
    return where(mask, value -> !value);
  }

  /**
   * {@return the least fixpoint of a growing mask}
   *
   * @param start the first mask
   * @param grow from a mask to a mask that contains it
   */
  static List<Boolean> fixpoint(List<Boolean> start, UnaryOperator<List<Boolean>> grow) {
    var mask = start;
    while (true) {
      var next = or(mask, grow.apply(mask));
      if (next.equals(mask)) {
        return mask;
      }
      mask = next;
    }
  }

  /** {@return the program with permuted inputs and outputs, given by their old numbers} */
  static Jaxpr reorder(Jaxpr jaxpr, List<Integer> inputs, List<Integer> outputs) {
    var newInputs = new ArrayList<Atom.Var>();
    inputs.forEach(i -> newInputs.add(jaxpr.inputs().get(i)));
    var newOutputs = new ArrayList<Atom>();
    outputs.forEach(i -> newOutputs.add(jaxpr.outputs().get(i)));
    return new Jaxpr(newInputs, jaxpr.eqns(), newOutputs);
  }
}
