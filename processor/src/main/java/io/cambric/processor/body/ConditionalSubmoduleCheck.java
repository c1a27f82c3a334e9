package io.cambric.processor.body;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds submodules whose construction depends on a call argument. */
final class ConditionalSubmoduleCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, facts))) {
      if (Annotated.has(method.element(), Annotated.COMPACT)) {
        new Scanner(facts, report, Taint.of(method, facts), method.path())
            .scan(method.path(), null);
      }
    }
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final BodyReport report;
    private final Taint taint;
    private final TreePath method;

    Scanner(Facts facts, BodyReport report, Taint taint, TreePath method) {
      this.facts = facts;
      this.report = report;
      this.taint = taint;
      this.method = method;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      Construction.at(getCurrentPath(), facts)
          .filter(construction -> !construction.isNamed() && !construction.isDetached())
          .ifPresent(this::look);
      return super.visitMethodInvocation(tree, null);
    }

    /** Asks each statement around the construction whether an argument decides about it. */
    private void look(Construction construction) {
      for (TreePath p = construction.factory(); p != method; p = p.getParentPath()) {
        var around = p.getParentPath();
        var loop = loopOver(around, p.getLeaf());
        if (loop.isPresent()) {
          report.about(
              DiagnosticCode.SUBMODULE_IN_LOOP,
              construction.factory(),
              "%s is constructed at each step of a loop that depends on \"%s\", so the number of"
                      .formatted(construction.moduleName(), loop.get())
                  + " submodules depends on a call argument.",
              "Construct it before the loop, or let a component decide the number.");
          return;
        }
        var condition = conditionOf(around, p.getLeaf());
        if (condition.isPresent()) {
          report.about(
              DiagnosticCode.SUBMODULE_IN_BRANCH,
              construction.factory(),
              "%s is constructed only when %s, so its name depends on a call argument."
                  .formatted(construction.moduleName(), condition.get()),
              "Construct it before the branch, name it with named(...), or move it to @Setup.");
          return;
        }
      }
    }

    private Optional<String> loopOver(TreePath around, Tree below) {
      return switch (around.getLeaf()) {
        case ForLoopTree loop when below == loop.getStatement() && loop.getCondition() != null ->
            taint.in(around, loop.getCondition());
        case EnhancedForLoopTree loop when below == loop.getStatement() ->
            taint.in(around, loop.getExpression());
        case WhileLoopTree loop when below == loop.getStatement() ->
            taint.in(around, loop.getCondition());
        case DoWhileLoopTree loop when below == loop.getStatement() ->
            taint.in(around, loop.getCondition());
        default -> Optional.empty();
      };
    }

    private Optional<String> conditionOf(TreePath around, Tree below) {
      return switch (around.getLeaf()) {
        case IfTree branch when below != branch.getCondition() ->
            when(around, branch.getCondition(), below == branch.getThenStatement());
        case ConditionalExpressionTree branch when below != branch.getCondition() ->
            when(around, branch.getCondition(), below == branch.getTrueExpression());
        case BinaryTree binary
            when below == binary.getRightOperand()
                && (binary.getKind() == Tree.Kind.CONDITIONAL_AND
                    || binary.getKind() == Tree.Kind.CONDITIONAL_OR) ->
            when(around, binary.getLeftOperand(), binary.getKind() == Tree.Kind.CONDITIONAL_AND);
        case SwitchTree branch when below instanceof CaseTree chosen ->
            when(around, branch.getExpression(), chosen);
        case SwitchExpressionTree branch when below instanceof CaseTree chosen ->
            when(around, branch.getExpression(), chosen);
        default -> Optional.empty();
      };
    }

    private Optional<String> when(TreePath around, Tree condition, boolean holds) {
      return taint.in(around, condition).map(_ -> Conditions.text(condition, holds));
    }

    private Optional<String> when(TreePath around, Tree selector, CaseTree chosen) {
      return taint.in(around, selector).map(_ -> Conditions.text(selector, chosen));
    }
  }
}
