package io.cambric.processor.body.shape;

import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreeScanner;
import org.jspecify.annotations.Nullable;

/** Finds code of which a part may not run. */
final class ConditionalCode {

  private ConditionalCode() {}

  /** {@return whether a statement has a condition, or leaves a loop} */
  static boolean isIn(Tree statement) {
    var finder = new Finder();
    finder.scan(statement, null);
    return finder.found;
  }

  private static final class Finder extends TreeScanner<@Nullable Void, @Nullable Void> {

    private boolean found;

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
      switch (tree) {
        case IfTree _,
            ConditionalExpressionTree _,
            SwitchTree _,
            SwitchExpressionTree _,
            TryTree _,
            BreakTree _,
            ContinueTree _ ->
            found = true;
        case null, default -> {}
      }
      return found ? null : super.scan(tree, null);
    }
  }
}
