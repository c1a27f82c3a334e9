package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Certainty;
import io.cambric.processor.body.flow.Keys;
import io.cambric.processor.body.flow.Keys.Use;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** The parameters of methods that are random keys from which the method draws. */
final class DrawnParameters {

  private DrawnParameters() {}

  /** {@return the parameters from which each run of their method draws numbers} */
  static Set<Element> in(TreePath type, AttributedTrees trees) {
    var draws = new HashSet<Element>();
    int before;
    do {
      before = draws.size();
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          var path = getCurrentPath();
          var method = trees.method(path).filter(_ -> !Keys.isOfConstants(tree));
          boolean isDraw =
              method.flatMap(m -> Keys.use(m, trees)).filter(Use.DRAW::equals).isPresent();
          for (int i = 0; i < tree.getArguments().size() && method.isPresent(); i++) {
            var parameters = method.get().getParameters();
            if (isDraw || i < parameters.size() && draws.contains(parameters.get(i))) {
              Keys.place(new TreePath(path, tree.getArguments().get(i)), trees)
                  .filter(key -> key.part().isEmpty() && Certainty.isCertain(path))
                  .ifPresent(key -> draws.add(key.name()));
            }
          }
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(type, null);
    } while (draws.size() > before);
    return draws;
  }
}
