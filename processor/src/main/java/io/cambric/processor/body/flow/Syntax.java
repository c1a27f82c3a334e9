package io.cambric.processor.body.flow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import java.util.Optional;
import javax.lang.model.element.Name;

/** Properties of trees that follow from their form alone. */
public final class Syntax {

  private Syntax() {}

  /** {@return whether {@code tree} is a function expression} */
  public static boolean isFunction(Tree tree) {
    return tree instanceof LambdaExpressionTree
        || tree instanceof MemberReferenceTree
        || tree instanceof NewClassTree made && made.getClassBody() != null;
  }

  /** {@return whether an expression is {@code this} or {@code super}, of whichever class} */
  public static boolean isThis(Tree tree) {
    return switch (tree) {
      case IdentifierTree identifier -> isThis(identifier.getName());
      case MemberSelectTree select -> isThis(select.getIdentifier());
      case ParenthesizedTree inner -> isThis(inner.getExpression());
      default -> false;
    };
  }

  private static boolean isThis(Name name) {
    return name.contentEquals("this") || name.contentEquals("super");
  }

  /** {@return whether an expression makes an object} */
  public static boolean isNew(Tree tree) {
    return tree instanceof NewClassTree
        || tree instanceof ParenthesizedTree inner && isNew(inner.getExpression());
  }

  /** {@return the receiver of a call, if it is written} */
  public static Optional<ExpressionTree> receiver(MethodInvocationTree call) {
    return call.getMethodSelect() instanceof MemberSelectTree select
        ? Optional.of(select.getExpression())
        : Optional.empty();
  }

  /** {@return whether a call is made on {@code this}, written or not} */
  public static boolean isOnThis(MethodInvocationTree call) {
    return switch (call.getMethodSelect()) {
      case IdentifierTree _ -> true;
      case MemberSelectTree select ->
          select.getExpression() instanceof IdentifierTree name
              && name.getName().contentEquals("this");
      default -> false;
    };
  }

  /** {@return the text of a string literal} */
  public static Optional<String> literal(Tree tree) {
    return tree instanceof LiteralTree literal && literal.getValue() instanceof String text
        ? Optional.of(text)
        : Optional.empty();
  }
}
