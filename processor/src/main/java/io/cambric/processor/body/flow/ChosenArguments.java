package io.cambric.processor.body.flow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments that a derivative differentiates: the first, or the arguments that {@code argnums}
 * names in the calls that follow, as in {@code grad(f).allowInt().argnums(0, 2)}.
 */
public final class ChosenArguments {

  private ChosenArguments() {}

  /**
   * {@return their indices; none where they are not literals}
   *
   * @param call of the transformation
   * @param count of the arguments of its function
   */
  public static Set<Integer> of(TreePath call, int count) {
    var numbers = Set.of(0);
    var path = call;
    while (path.getParentPath().getLeaf() instanceof MemberSelectTree select
        && path.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree next
        && next.getMethodSelect() == select) {
      if (select.getIdentifier().contentEquals("argnums")) {
        numbers = numbers(next, count);
      }
      path = path.getParentPath().getParentPath();
    }
    return numbers;
  }

  private static Set<Integer> numbers(MethodInvocationTree argnums, int count) {
    var numbers = new HashSet<Integer>();
    for (var argument : argnums.getArguments()) {
      var number = literal(argument);
      if (number.isEmpty()) {
        return Set.of();
      }
      numbers.add(number.get() < 0 ? number.get() + count : number.get());
    }
    return numbers;
  }

  private static Optional<Integer> literal(ExpressionTree tree) {
    return switch (tree) {
      case LiteralTree literal when literal.getValue() instanceof Integer value ->
          Optional.of(value);
      case UnaryTree minus when minus.getKind() == Kind.UNARY_MINUS ->
          literal(minus.getExpression()).map(value -> -value);
      default -> Optional.empty();
    };
  }
}
