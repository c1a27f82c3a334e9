package io.cambric.numpy.routine;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A formula such as {@code "bij,bjk->bik"}, parsed for operands of given ranks.
 *
 * <p>Letters are labels; three dots represent the leading axes that broadcast, labelled with
 * negative numbers from the last.
 *
 * @param inputs the labels of each operand
 * @param output the labels of the result
 */
record EinsumFormula(List<List<Integer>> inputs, List<Integer> output) {

  private static final String DOTS = "...";

  /**
   * {@return the parsed formula}
   *
   * @throws ShapeException if the formula does not match the operands or cannot be parsed
   */
  static EinsumFormula parse(String formula, List<Array> operands) {
    var text = formula.replace(" ", "");
    int arrow = text.indexOf("->");
    var terms = (arrow < 0 ? text : text.substring(0, arrow)).split(",", -1);
    if (terms.length != operands.size()) {
      throw failure(formula, "a term for each of %d operands".formatted(operands.size()), operands);
    }
    var inputs = new ArrayList<List<Integer>>();
    int dots = 0;
    for (int i = 0; i < terms.length; i++) {
      int named = terms[i].replace(DOTS, "").length();
      int covered = operands.get(i).rank() - named;
      if (covered < 0 || (covered > 0 && !terms[i].contains(DOTS))) {
        throw failure(formula, "a letter for each axis of each operand, or an ellipsis", operands);
      }
      dots = Math.max(dots, terms[i].contains(DOTS) ? covered : 0);
      inputs.add(labels(formula, terms[i], covered, operands));
    }
    var output =
        arrow < 0
            ? implied(inputs, dots)
            : labels(formula, text.substring(arrow + 2), dots, operands);
    for (int i = 0; i < output.size(); i++) {
      int label = output.get(i);
      boolean known = inputs.stream().anyMatch(term -> term.contains(label));
      if (!known || output.indexOf(label) != i) {
        throw failure(
            formula, "each letter of the result once, and in at least one operand", operands);
      }
    }
    return new EinsumFormula(inputs, output);
  }

  /**
   * Checks that there are operands.
   *
   * @throws ShapeException if there are none
   */
  static void requireOperands(String formula, List<Array> operands) {
    if (operands.isEmpty()) {
      throw failure(formula, "at least one operand", operands);
    }
  }

  private static List<Integer> labels(
      String formula, String term, int covered, List<Array> operands) {
    var labels = new ArrayList<Integer>();
    int at = term.indexOf(DOTS);
    for (int i = 0; i < term.length(); i++) {
      if (i == at) {
        for (int k = covered; k > 0; k--) {
          labels.add(-k);
        }
        i += DOTS.length() - 1;
      } else if (Character.isLetter(term.charAt(i))) {
        labels.add((int) term.charAt(i));
      } else {
        throw failure(formula, "only letters, ellipses, commas and an arrow", operands);
      }
    }
    return labels;
  }

  /** The broadcast axes, then the letters that occur once, in alphabetical order. */
  private static List<Integer> implied(List<List<Integer>> inputs, int dots) {
    var counts = new TreeMap<Integer, Integer>();
    inputs.forEach(term -> term.forEach(label -> counts.merge(label, 1, Integer::sum)));
    var output = new ArrayList<Integer>();
    for (int k = dots; k > 0; k--) {
      output.add(-k);
    }
    counts.forEach((label, count) -> {
      if (label > 0 && count == 1) {
        output.add(label);
      }
    });
    return output;
  }

  private static ShapeException failure(String formula, String need, List<Array> operands) {
    return new ShapeException(
        "einsum \"%s\" needs %s, but got %s."
            .formatted(formula, need, ShapedArray.ofAll(operands)));
  }
}
