package io.cambric.processor.body.flow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;

/** Statements after which no next statement runs. */
public final class Leaving {

  private Leaving() {}

  /** {@return whether a statement always leaves the code around it} */
  public static boolean always(StatementTree statement) {
    return switch (statement) {
      case ReturnTree _, ThrowTree _, BreakTree _, ContinueTree _ -> true;
      case BlockTree block ->
          !block.getStatements().isEmpty() && always(block.getStatements().getLast());
      default -> false;
    };
  }
}
