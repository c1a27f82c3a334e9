package io.cambric.processor.body.shape;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.Leaving;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a method on facts: branches apart, and loops for any number of steps. */
final class ShapeWalk extends TreePathScanner<@Nullable Void, @Nullable Void> {

  private final ShapeFacts facts;

  ShapeWalk(ShapeFacts facts) {
    this.facts = facts;
  }

  /** Checks the parts of an expression that has no rule of its own. */
  Fact inside(TreePath path) {
    switch (path.getLeaf()) {
      case SwitchExpressionTree _ -> scan(path, null);
      default -> {}
    }
    return Fact.UNKNOWN;
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
    return null;
  }

  // -- statements

  @Override
  public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
    var name = facts.trees.element(getCurrentPath());
    if (name != null && tree.getInitializer() != null) {
      var value = new TreePath(getCurrentPath(), tree.getInitializer());
      facts.declare(name, facts.of(value), value);
    }
    return null;
  }

  @Override
  public @Nullable Void visitExpressionStatement(
      ExpressionStatementTree tree, @Nullable Void unused) {
    facts.of(new TreePath(getCurrentPath(), tree.getExpression()));
    if (tree.getExpression() instanceof CompoundAssignmentTree changed) {
      forget(new TreePath(getCurrentPath(), changed), changed.getVariable());
    }
    return null;
  }

  private void forget(TreePath path, Tree target) {
    var name = facts.trees.element(path, target);
    if (name != null) {
      facts.set(name, Fact.UNKNOWN);
    }
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
    if (tree.getExpression() != null) {
      var value = new TreePath(getCurrentPath(), tree.getExpression());
      facts.returns(facts.of(value), value);
    }
    return null;
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
    facts.of(getCurrentPath());
    return null;
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
    facts.of(getCurrentPath());
    return null;
  }

  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
    facts.of(getCurrentPath());
    return null;
  }

  // -- branches

  @Override
  public @Nullable Void visitIf(IfTree tree, @Nullable Void unused) {
    scan(tree.getCondition(), null);
    var before = facts.names();
    scan(tree.getThenStatement(), null);
    boolean isLeft = Leaving.always(tree.getThenStatement());
    var afterThen = facts.names();
    facts.setNames(before);
    if (tree.getElseStatement() != null) {
      scan(tree.getElseStatement(), null);
    }
    if (!isLeft) {
      boolean elseLeaves =
          tree.getElseStatement() != null && Leaving.always(tree.getElseStatement());
      facts.setNames(elseLeaves ? afterThen : Joins.of(afterThen, facts.names(), facts.symbols()));
    }
    return null;
  }

  @Override
  public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
    scan(tree.getExpression(), null);
    cases(tree.getCases());
    return null;
  }

  @Override
  public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
    scan(tree.getExpression(), null);
    cases(tree.getCases());
    return null;
  }

  private void cases(List<? extends CaseTree> cases) {
    var before = facts.names();
    var after = before;
    for (var each : cases) {
      facts.setNames(before);
      scan(each, null);
      after = Joins.of(after, facts.names(), facts.symbols());
    }
    facts.setNames(after);
  }

  @Override
  public @Nullable Void visitTry(TryTree tree, @Nullable Void unused) {
    var before = facts.names();
    scan(tree.getResources(), null);
    scan(tree.getBlock(), null);
    var after = facts.names();
    for (var caught : tree.getCatches()) {
      facts.setNames(before);
      facts.forget(changed(caught));
      scan(caught, null);
      after = Joins.of(after, facts.names(), facts.symbols());
    }
    facts.setNames(after);
    scan(tree.getFinallyBlock(), null);
    return null;
  }

  // -- loops

  @Override
  public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void unused) {
    scan(tree.getInitializer(), null);
    loop(
        tree,
        tree.getStatement(),
        () -> {
          scan(tree.getCondition(), null);
          scan(tree.getStatement(), null);
        });
    return null;
  }

  @Override
  public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void unused) {
    scan(tree.getExpression(), null);
    loop(tree, tree.getStatement(), () -> scan(tree.getStatement(), null));
    return null;
  }

  @Override
  public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void unused) {
    loop(tree, tree.getStatement(), () -> super.visitWhileLoop(tree, null));
    return null;
  }

  @Override
  public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, @Nullable Void unused) {
    loop(tree, tree.getStatement(), () -> super.visitDoWhileLoop(tree, null));
    return null;
  }

  /**
   * Runs a body on names of which a step before may have changed the assigned ones. The first step,
   * up to the first condition, runs on the names as they are.
   */
  private void loop(Tree loop, Tree statement, Runnable body) {
    var before = facts.names();
    if (statement instanceof BlockTree block) {
      block.getStatements().stream()
          .takeWhile(each -> !ConditionalCode.isIn(each))
          .forEach(each -> scan(each, null));
      facts.setNames(before);
    }
    facts.forget(changed(loop));
    body.run();
    facts.setNames(Joins.of(before, facts.names(), facts.symbols()));
    facts.forget(changed(loop));
  }

  /** The names that a statement assigns. */
  private Set<Element> changed(Tree statement) {
    var changed = new HashSet<Element>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
        add(tree.getVariable());
        return super.visitAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(
          CompoundAssignmentTree tree, @Nullable Void unused) {
        add(tree.getVariable());
        return super.visitCompoundAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
        if (tree.getKind().name().endsWith("CREMENT")) {
          add(tree.getExpression());
        }
        return super.visitUnary(tree, null);
      }

      private void add(Tree target) {
        var name = facts.trees.element(getCurrentPath(), target);
        if (name != null) {
          changed.add(name);
        }
      }
    }.scan(new TreePath(getCurrentPath(), statement), null);
    return changed;
  }
}
