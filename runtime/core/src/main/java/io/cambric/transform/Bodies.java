package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Traced;
import io.cambric.lax.Lax;
import io.cambric.transform.function.Fn;
import io.cambric.tree.TreeComparison;
import java.util.ArrayList;
import java.util.List;

/** Traces the bodies of loops and branches and checks that their types fit together. */
final class Bodies {

  private Bodies() {}

  /** A traced body and the structure of what it returns. */
  record Body(Traced traced, ArrayTree.Structure result) {

    /** Checks that the body returns a tree like another. */
    void requireLike(
        String what,
        String role,
        String of,
        ArrayTree.Structure structure,
        List<ShapedArray> avals) {
      Differentiation.requireLike(
          what, role, of, structure, avals, result, traced.jaxpr().outputAvals());
    }
  }

  /** {@return the program of a function at arguments of these avals} */
  static Body trace(
      String loop, Fn<?, ?> function, ArrayTree.Structure argument, List<ShapedArray> avals) {
    var calls = new Calls<>(function, argument);
    var traced = StagingTrace.trace(loop, avals, calls);
    return new Body(traced, calls.result());
  }

  static List<ShapedArray> avals(List<Array> arrays) {
    return arrays.stream().map(Array::aval).toList();
  }

  /** {@return the arrays with meant dtypes where the body returns such} */
  static List<Array> strengthen(List<Array> init, List<ShapedArray> returned) {
    var arrays = new ArrayList<Array>();
    for (int i = 0; i < init.size(); i++) {
      var array = init.get(i);
      boolean strengthen =
          i < returned.size()
              && array.aval().weak()
              && (!returned.get(i).weak() || returned.get(i).dtype() != array.dtype());
      arrays.add(
          strengthen
              ? Lax.convertElementType(array, returned.get(i).dtype(), returned.get(i).weak())
              : array);
    }
    return arrays;
  }

  /** Checks that a carry comes out as it went in. */
  static void requireSameCarry(
      String loop,
      ArrayTree.Structure in,
      List<ShapedArray> inAvals,
      ArrayTree.Structure out,
      List<ShapedArray> outAvals) {
    TreeComparison.requireSame(
        "The carry of " + loop,
        "the one that came in",
        in.def(),
        "the one that the body returned",
        out.def());
    var change = in.staticChange(out);
    if (change != null) {
      throw new TreeStructureException(
          "The carry of %s needs static leaves that stay the same, but %s came as %s and became %s. Make it an Array to carry it, or keep it outside of the loop."
              .formatted(loop, change.leaf(), change.was(), change.is()));
    }
    for (int i = 0; i < inAvals.size(); i++) {
      var path = in.arrayPaths().get(i);
      var leaf = path.isEmpty() ? "it" : "leaf \"" + path + "\"";
      var message =
          "The carry of %s needs the type it came with in every round, but %s came as %s and became %s. Convert it in the body or before the loop."
              .formatted(loop, leaf, inAvals.get(i), outAvals.get(i));
      if (!inAvals.get(i).shape().equals(outAvals.get(i).shape())) {
        throw new ShapeException(message);
      }
      if (inAvals.get(i).dtype() != outAvals.get(i).dtype()) {
        throw new DTypeException(message);
      }
    }
  }

  /** Checks that all branches return what the first does. */
  static void requireSameResults(String name, List<Body> bodies) {
    var first = bodies.getFirst();
    var firstName = branchName(name, 0);
    var firstAvals = first.traced().jaxpr().outputAvals();
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
            "%s needs branches with static leaves that are the same, but %s returns %s as %s and %s as %s. Return arrays, or choose the static value before."
                .formatted(name, firstName, change.leaf(), change.was(), otherName, change.is()));
      }
      for (int i = 0; i < firstAvals.size(); i++) {
        requireSameType(
            name,
            first.result().arrayPaths().get(i),
            firstName + " returns " + firstAvals.get(i) + " and " + otherName,
            firstAvals.get(i),
            other.traced().jaxpr().outputAvals().get(i));
      }
    }
  }

  /** {@return what a branch is called in messages} */
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
