package io.cambric.nn;

import io.cambric.array.Shape;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.List;

/**
 * The equation of an {@link Einsum} layer. An axis is its letter, or, in an ellipsis, its distance
 * from the end of the ellipsis, negative.
 *
 * @param text without spaces
 * @param kernel the axes of the second operand
 * @param result the axes of the result
 */
record EinsumEquation(String text, List<Integer> kernel, List<Integer> result) {

  private static final String ELLIPSIS = "...";

  /** {@return the equation of a text for operands of these ranks} */
  static EinsumEquation of(String equation, int inputRank, int kernelRank) {
    var text = equation.replace(" ", "");
    int arrow = text.indexOf("->");
    int comma = text.indexOf(',');
    if (arrow < 0 || comma < 0 || comma != text.lastIndexOf(',')) {
      throw new HyperparameterException(
          "Einsum needs an equation of input and kernel with a result, such as \"...d,df->...f\", but got \"%s\"."
              .formatted(equation));
    }
    var input = text.substring(0, comma);
    var kernel = text.substring(comma + 1, arrow);
    int ofInput = ellipsis(equation, input, inputRank);
    int ofKernel = ellipsis(equation, kernel, kernelRank);
    return new EinsumEquation(
        text, axes(kernel, ofKernel), axes(text.substring(arrow + 2), Math.max(ofInput, ofKernel)));
  }

  /** {@return the number of axes of an ellipsis} */
  private static int ellipsis(String equation, String operand, int rank) {
    int letters = operand.replace(ELLIPSIS, "").length();
    boolean fits = operand.contains(ELLIPSIS) ? letters <= rank : letters == rank;
    if (!fits) {
      throw new ShapeException(
          "Einsum \"%s\" needs an operand with the axes \"%s\", but got one with %d axes."
              .formatted(equation, operand, rank));
    }
    return rank - letters;
  }

  private static List<Integer> axes(String operand, int ofEllipsis) {
    var axes = new ArrayList<Integer>();
    for (int i = 0; i < operand.length(); i++) {
      if (operand.startsWith(ELLIPSIS, i)) {
        for (int k = ofEllipsis; k > 0; k--) {
          axes.add(-k);
        }
        i += ELLIPSIS.length() - 1;
      } else {
        axes.add((int) operand.charAt(i));
      }
    }
    return axes;
  }

  /** {@return the sizes of the axes of the result that the kernel has} */
  Shape biasShape(Shape kernelShape) {
    return Shape.of(
        result.stream()
            .filter(kernel::contains)
            .mapToInt(axis -> kernelShape.dim(kernel.indexOf(axis)))
            .toArray());
  }

  /** {@return this with axes of size 1 in place of the other axes of the result} */
  Shape broadcastBiasShape(Shape kernelShape) {
    return Shape.of(
        result.stream()
            .mapToInt(axis -> kernel.contains(axis) ? kernelShape.dim(kernel.indexOf(axis)) : 1)
            .toArray());
  }
}
