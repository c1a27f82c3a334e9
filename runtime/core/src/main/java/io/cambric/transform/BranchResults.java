package io.cambric.transform;

import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.tree.TreeComparison;
import java.util.List;

/** The results of branches, which have the structure and the types of the first branch. */
final class BranchResults {

  private BranchResults() {}

  /** Checks that all branches return the structure and the types of the first branch. */
  static void requireSame(String name, List<TracedBody> bodies) {
    var first = bodies.getFirst();
    var firstName = branchName(name, 0);
    var firstAvals = first.avals();
    for (int number = 1; number < bodies.size(); number++) {
      var other = bodies.get(number);
      var otherName = branchName(name, number);
      TreeComparison.requireSame(
          "A choice by " + name,
          "the result of " + firstName,
          first.result().def(),
          "that of " + otherName,
          other.result().def());
      var change = first.result().staticChange(other.result());
      if (change != null) {
        throw new TreeStructureException(
            "%s needs branches with equal static leaves, but %s returns %s as %s and %s as %s. Return arrays, or choose the static value before."
                .formatted(name, firstName, change.leaf(), change.was(), otherName, change.is()));
      }
      for (int i = 0; i < firstAvals.size(); i++) {
        requireSameType(
            name,
            first.result().arrayPaths().get(i),
            firstName + " returns " + firstAvals.get(i) + " and " + otherName,
            firstAvals.get(i),
            other.avals().get(i));
      }
    }
  }

  /** {@return the name of a branch in messages} */
  private static String branchName(String name, int number) {
    if (name.equals("cond")) {
      return number == 0 ? "the branch for false" : "the branch for true";
    }
    return "branch " + number;
  }

  private static void requireSameType(
      String name, String path, String came, ShapedArray first, ShapedArray other) {
    var message =
        "%s needs branches that return the same types, but%s %s %s. Convert, reshape or broadcast one of them."
            .formatted(name, path.isEmpty() ? "" : " at leaf \"" + path + "\"", came, other);
    if (!first.shape().equals(other.shape())) {
      throw new ShapeException(message);
    }
    if (first.dtype() != other.dtype()) {
      throw new DTypeException(message);
    }
  }
}
