package io.cambric.processor.body;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Finds submodules whose construction depends on a call argument. */
final class ConditionalSubmoduleCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, facts)) {
      var constructing = constructing(methods, facts);
      for (var method : methods) {
        if (Annotated.has(method.element(), Annotated.COMPACT)) {
          new Scanner(facts, report, Taint.of(method, facts), constructing, method.path())
              .scan(method.path(), null);
        }
      }
    }
  }

  /** Methods that construct a submodule with an automatic name, or call one that does. */
  private static Map<Element, String> constructing(
      List<DefinitionScanner.Method> methods, Facts facts) {
    var found = new HashMap<Element, String>();
    for (var method : methods) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          Construction.at(getCurrentPath(), facts)
              .filter(Construction::hasAutomaticName)
              .ifPresent(made -> found.putIfAbsent(method.element(), made.moduleName()));
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(method.path(), null);
    }
    return OwnCalls.of(methods, facts).spread(found);
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final BodyReport report;
    private final Taint taint;
    private final Map<Element, String> constructing;
    private final TreePath method;

    Scanner(
        Facts facts,
        BodyReport report,
        Taint taint,
        Map<Element, String> constructing,
        TreePath method) {
      this.facts = facts;
      this.report = report;
      this.taint = taint;
      this.constructing = constructing;
      this.method = method;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      Construction.at(path, facts)
          .filter(Construction::hasAutomaticName)
          .ifPresent(construction -> look(path, construction.moduleName() + " is constructed"));
      if (Facts.isOnThis(tree)) {
        facts
            .method(path)
            .filter(constructing::containsKey)
            .ifPresent(called ->
                look(
                    path,
                    "%s, constructed in %s, is made"
                        .formatted(constructing.get(called), called.getSimpleName())));
      }
      return super.visitMethodInvocation(tree, null);
    }

    /** Asks each statement around a place whether an argument decides what happens there. */
    private void look(TreePath place, String what) {
      for (TreePath p = place; p != method; p = p.getParentPath()) {
        var around = p.getParentPath();
        var loop = loopOver(around, p.getLeaf());
        if (loop.isPresent()) {
          report.about(
              DiagnosticCode.SUBMODULE_IN_LOOP,
              place,
              "%s at each step of a loop that depends on \"%s\", so the number of submodules"
                      .formatted(what, loop.get())
                  + " depends on a call argument.",
              "Construct it before the loop, or let a component decide the number.");
          return;
        }
        var condition = conditionOf(around, p.getLeaf());
        if (condition.isPresent()) {
          report.about(
              DiagnosticCode.SUBMODULE_IN_BRANCH,
              place,
              "%s only when %s, so its name depends on a call argument."
                  .formatted(what, condition.get()),
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
        case BlockTree block -> leftBefore(around, block.getStatements(), below);
        case SwitchTree branch when below instanceof CaseTree chosen ->
            when(around, branch.getExpression(), chosen);
        case SwitchExpressionTree branch when below instanceof CaseTree chosen ->
            when(around, branch.getExpression(), chosen);
        default -> Optional.empty();
      };
    }

    /** A branch before a statement that leaves the block, without an error. */
    private Optional<String> leftBefore(
        TreePath block, List<? extends StatementTree> statements, Tree below) {
      for (var statement : statements) {
        if (statement == below) {
          return Optional.empty();
        }
        if (statement instanceof IfTree branch) {
          boolean leaves = leaves(branch.getThenStatement());
          if (leaves || leaves(branch.getElseStatement())) {
            var condition = when(new TreePath(block, branch), branch.getCondition(), !leaves);
            if (condition.isPresent()) {
              return condition;
            }
          }
        }
      }
      return Optional.empty();
    }

    private static boolean leaves(@Nullable Tree statement) {
      return switch (statement) {
        case ReturnTree _, BreakTree _, ContinueTree _ -> true;
        case BlockTree block when !block.getStatements().isEmpty() ->
            leaves(block.getStatements().getLast());
        case null, default -> false;
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
