package io.cambric.processor.body.flow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.read.CallInterface;
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

  /** The options of a call of a model, in two classes. */
  private static final String OPTIONS = "io.cambric.module.(ApplyOptions|CallOptions)";

  /** How a call uses a key. */
  public enum Use {
    /** Numbers are drawn from the key itself. */
    DRAW,
    /** Parameters of a model are drawn from keys that follow from it. */
    INIT,
    /** A random stream, such as the stream of dropout, begins with it. */
    STREAM,
    /** It is divided into other keys. */
    SPLIT
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
    boolean isOption =
        name.equals("rng") && method.getEnclosingElement().toString().matches(OPTIONS);
    if (isOption || AttributedTrees.isMemberOf(method, STREAMS)) {
      return Optional.of(Use.STREAM);
    }
    if (AttributedTrees.isMemberOf(method, KEY) && name.startsWith("split")) {
      return Optional.of(Use.SPLIT);
    }
    boolean isOfModule =
        trees.isModule(method.getEnclosingElement().asType()) || CallInterface.declares(method);
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

  /**
   * A key that code mentions: a local name, or one of the keys in it.
   *
   * @param name the local name or parameter
   * @param part the rest of the expression, such as {@code .get(0)}; or empty
   */
  public record Place(Element name, String part) {}

  /** {@return the place of a key that an expression mentions, if it is in a local name} */
  public static Optional<Place> place(TreePath expression, AttributedTrees trees) {
    if (!isKey(trees.typeElement(trees.type(expression)))) {
      return Optional.empty();
    }
    return switch (expression.getLeaf()) {
      case IdentifierTree _ -> local(expression, "", trees);
      case MethodInvocationTree call
          when call.getMethodSelect() instanceof MemberSelectTree select
              && select.getExpression() instanceof IdentifierTree
              && select.getIdentifier().contentEquals("get")
              && call.getArguments().stream().allMatch(Keys::isLiteral) -> {
        var part = call.getArguments().stream().map(Object::toString).toList().toString();
        yield local(
            new TreePath(new TreePath(expression, select), select.getExpression()), part, trees);
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Place> local(TreePath name, String part, AttributedTrees trees) {
    return Optional.ofNullable(trees.element(name))
        .filter(
            e -> e.getKind() == ElementKind.LOCAL_VARIABLE || e.getKind() == ElementKind.PARAMETER)
        .map(e -> new Place(e, part));
  }

  /** {@return whether an expression is the key that a call makes of its receiver and literals} */
  public static Optional<TreePath> derivedFrom(TreePath expression, AttributedTrees trees) {
    return expression.getLeaf() instanceof MethodInvocationTree call
            && call.getMethodSelect() instanceof MemberSelectTree select
            && trees.method(expression).filter(m -> AttributedTrees.isMemberOf(m, KEY)).isPresent()
            && !call.getArguments().isEmpty()
            && call.getArguments().stream().allMatch(Keys::isLiteral)
        ? Optional.of(new TreePath(new TreePath(expression, select), select.getExpression()))
        : Optional.empty();
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
