package io.cambric.processor.body.flow;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.TracedFunctions.Traced;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** The places of a traced function where the elements of its arguments become Java values. */
public final class ArrayReads {

  private static final Set<String> READS =
      Set.of("item", "toBoolean", "toFloats", "toInts", "tolist");

  private final AttributedTrees trees;
  private final Traced function;
  private final Taint taint;

  /** Follows the arguments of a function through its body. */
  public ArrayReads(Traced function, AttributedTrees trees) {
    this.trees = trees;
    this.function = function;
    this.taint = Taint.none(trees);
    function.parameters().forEach(parameter -> taint.taint(parameter, true, true));
    TaintPropagation.over(function.body(), taint, trees);
  }

  /** {@return the first name on which a value depends, if it depends on an argument} */
  public Optional<String> origin(TreePath expression) {
    return taint.value(expression.getParentPath(), expression.getLeaf());
  }

  /** Passes each place, and the name that its array depends on, to a visitor. */
  public void visit(BiConsumer<TreePath, String> visitor) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .method(path)
            .filter(ArrayReads.this::isRead)
            .flatMap(_ -> Syntax.receiver(tree))
            .flatMap(array -> taint.value(new TreePath(path, tree.getMethodSelect()), array))
            .ifPresent(name -> visitor.accept(path, name));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        return TracedFunctions.runsOnHost(getCurrentPath(), trees)
            ? null
            : super.visitLambdaExpression(tree, null);
      }
    }.scan(function.body(), null);
  }

  private boolean isRead(ExecutableElement method) {
    return READS.contains(method.getSimpleName().toString())
        && trees.isArray(method.getEnclosingElement().asType());
  }
}
