package io.cambric.processor.body.flow;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.function.BiConsumer;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds calls of transformations of functions that have no variables, such as {@code jit}. */
public final class TransformationCalls {

  private TransformationCalls() {}

  /**
   * Visits each call at or below a tree, the outer before the inner.
   *
   * @param visitor takes the path of the call, and the transformation
   */
  public static void visit(
      TreePath from, AttributedTrees trees, BiConsumer<TreePath, ExecutableElement> visitor) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .method(path)
            .filter(trees::isPlainTransformation)
            .ifPresent(transformation -> visitor.accept(path, transformation));
        return super.visitMethodInvocation(tree, null);
      }
    }.scan(from, null);
  }
}
