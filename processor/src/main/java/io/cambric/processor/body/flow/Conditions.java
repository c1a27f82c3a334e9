package io.cambric.processor.body.flow;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;

/** Conditions in words. */
final class Conditions {

  private Conditions() {}

  /** The text of a condition that holds or doesn't, such as {@code "mode" is "encode"}. */
  static String text(Tree condition, boolean holds) {
    return switch (condition) {
      case ParenthesizedTree inner -> text(inner.getExpression(), holds);
      case UnaryTree not when not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT ->
          text(not.getExpression(), !holds);
      case IdentifierTree name -> "\"" + name + "\" is " + holds;
      case BinaryTree equal when equal.getKind() == Tree.Kind.EQUAL_TO && isComparison(equal) ->
          is(equal.getLeftOperand(), equal.getRightOperand(), holds);
      case BinaryTree unequal
          when unequal.getKind() == Tree.Kind.NOT_EQUAL_TO && isComparison(unequal) ->
          is(unequal.getLeftOperand(), unequal.getRightOperand(), !holds);
      case MethodInvocationTree call
          when call.getMethodSelect() instanceof MemberSelectTree select
              && select.getIdentifier().contentEquals("equals")
              && call.getArguments().size() == 1 ->
          equality(select.getExpression(), call.getArguments().getFirst(), holds);
      case MethodInvocationTree call -> call + " is " + holds;
      default -> "(" + condition + ") is " + holds;
    };
  }

  /** A case of a switch. */
  static String text(Tree selector, CaseTree chosen) {
    var bare = selector instanceof ParenthesizedTree inner ? inner.getExpression() : selector;
    var labels = chosen.getExpressions().stream().map(Object::toString).toList();
    return labels.isEmpty()
        ? "\"" + bare + "\" has other values"
        : "\"" + bare + "\" is " + String.join(" or ", labels);
  }

  private static boolean isComparison(BinaryTree tree) {
    return tree.getLeftOperand() instanceof IdentifierTree
        && tree.getRightOperand() instanceof LiteralTree;
  }

  private static String equality(Tree left, Tree right, boolean holds) {
    if (left instanceof LiteralTree && right instanceof IdentifierTree) {
      return is(right, left, holds);
    }
    return left instanceof IdentifierTree && right instanceof LiteralTree
        ? is(left, right, holds)
        : "(" + left + ".equals(" + right + ")) is " + holds;
  }

  private static String is(Tree name, Tree value, boolean holds) {
    return "\"" + name + "\" is " + (holds ? "" : "not ") + value;
  }
}
