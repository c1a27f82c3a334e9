package io.cambric.processor.body.flow;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;

/** A {@code for} loop whose variable takes known numbers: {@code for (int i = 0; i < 3; i++)}. */
public final class CountingLoop {

  /** The most steps that are followed one by one. */
  private static final int LIMIT = 64;

  private CountingLoop() {}

  /** {@return the declaration of the variable of a loop that counts up by one} */
  public static Optional<VariableTree> variable(ForLoopTree loop) {
    return loop.getInitializer().size() == 1
            && loop.getInitializer().getFirst() instanceof VariableTree variable
            && loop.getUpdate().size() == 1
            && loop.getUpdate().getFirst().getExpression() instanceof UnaryTree update
            && update.getKind().name().endsWith("INCREMENT")
            && isName(update.getExpression(), variable)
            && loop.getCondition() instanceof BinaryTree bound
            && isName(bound.getLeftOperand(), variable)
        ? Optional.of(variable)
        : Optional.empty();
  }

  private static boolean isName(Tree tree, VariableTree variable) {
    return tree instanceof IdentifierTree name && name.getName().equals(variable.getName());
  }

  /** {@return the numbers that the variable takes, as texts; none if the compiler can't know} */
  public static List<String> steps(
      TreePath loop, Map<Element, String> known, AttributedTrees trees) {
    var tree = (ForLoopTree) loop.getLeaf();
    var variable = variable(tree);
    if (variable.isEmpty() || variable.get().getInitializer() == null) {
      return List.of();
    }
    var declared = new TreePath(loop, variable.get());
    var bound = (BinaryTree) tree.getCondition();
    var first = Texts.number(new TreePath(declared, variable.get().getInitializer()), known, trees);
    var last =
        Texts.number(
            new TreePath(new TreePath(loop, bound), bound.getRightOperand()), known, trees);
    int more =
        switch (bound.getKind()) {
          case LESS_THAN -> 0;
          case LESS_THAN_EQUAL -> 1;
          default -> Integer.MIN_VALUE;
        };
    return first.isPresent() && last.isPresent() && last.get() - first.get() + more <= LIMIT
        ? IntStream.range(first.get(), last.get() + more).mapToObj(Integer::toString).toList()
        : List.of();
  }
}
