package io.cambric.processor.body.flow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;

/** Uses of random keys by calls: of samplers, of initial values, and of random streams. */
public final class Keys {

  private static final String KEY = "io.cambric.numpy.Key";
  private static final String RANDOM = "io.cambric.numpy.Random";
  private static final String INITIALIZER = "io.cambric.numpy.Initializer";
  private static final String STREAMS = "io.cambric.scope.Rngs";

  /** How a call uses a key. */
  public enum Use {
    /** Numbers are drawn from the key itself. */
    DRAW,
    /** Parameters of a model are drawn from keys that follow from it. */
    INIT,
    /** A random stream, such as the stream of dropout, begins with it. */
    STREAM
  }

  private Keys() {}

  /** {@return how a call uses the key that is its argument, if it draws from it} */
  public static Optional<Use> use(ExecutableElement method, AttributedTrees trees) {
    var name = method.getSimpleName().toString();
    if (AttributedTrees.isMemberOf(method, RANDOM)) {
      return isKey(method, trees) ? Optional.empty() : Optional.of(Use.DRAW);
    }
    if (AttributedTrees.isMemberOf(method, INITIALIZER) && name.equals("init")) {
      return Optional.of(Use.DRAW);
    }
    if (AttributedTrees.isMemberOf(method, STREAMS)) {
      return Optional.of(Use.STREAM);
    }
    boolean isOfModule = trees.isModule(method.getEnclosingElement().asType());
    return isOfModule && name.startsWith("init") ? Optional.of(Use.INIT) : Optional.empty();
  }

  /**
   * {@return whether an initializer draws nothing, as in {@code Initializers.zeros().init(key)}}
   */
  public static boolean isOfConstants(MethodInvocationTree call) {
    return Syntax.receiver(call)
        .filter(r -> r.toString().matches("(.*\\.)?(zeros|ones|constant|delta)\\(.*\\)"))
        .isPresent();
  }

  private static boolean isKey(ExecutableElement method, AttributedTrees trees) {
    return isKey(trees.typeElement(method.getReturnType()));
  }

  private static boolean isKey(Optional<? extends Element> type) {
    return type.filter(t -> t.toString().equals(KEY)).isPresent();
  }

  /** {@return the local name or the parameter that an expression is, if it is a key} */
  public static Optional<Element> local(TreePath expression, AttributedTrees trees) {
    if (!(expression.getLeaf() instanceof IdentifierTree)
        || !isKey(trees.typeElement(trees.type(expression)))) {
      return Optional.empty();
    }
    return Optional.ofNullable(trees.element(expression))
        .filter(name ->
            name.getKind() == ElementKind.LOCAL_VARIABLE
                || name.getKind() == ElementKind.PARAMETER);
  }

  /** {@return whether an expression makes the same key whenever it runs, as {@code Key.of(0)}} */
  public static boolean isConstant(TreePath expression, AttributedTrees trees) {
    return expression.getLeaf() instanceof MethodInvocationTree call
        && trees
            .method(expression)
            .filter(method -> AttributedTrees.isMemberOf(method, KEY))
            .filter(method -> method.getSimpleName().toString().startsWith("of"))
            .isPresent()
        && call.getArguments().stream().allMatch(Keys::isLiteral);
  }

  private static boolean isLiteral(ExpressionTree tree) {
    return tree instanceof LiteralTree;
  }
}
