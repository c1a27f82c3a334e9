package io.cambric.processor.body;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds collections and random streams that the options of one transformation name twice. */
final class CollectionTwiceCheck implements BodyCheck {

  private static final String LIFTS = "io.cambric.scope.lift.";

  /** Options of which one may name a collection, or a stream. */
  private static final List<Set<String>> ALTERNATIVES =
      List.of(
          Set.of("variableAxis", "variableBroadcast", "variableCarry"),
          Set.of("splitRngs", "shareRngs"));

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        if (facts.isOptions(getCurrentPath())) {
          for (var alternatives : ALTERNATIVES) {
            new Options(alternatives, facts, report).scan(getCurrentPath(), null);
          }
        }
        return super.visitLambdaExpression(tree, null);
      }
    }.scan(type, null);
  }

  /** Collects names in the order in which the options are given. */
  private static final class Options extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Set<String> alternatives;
    private final Facts facts;
    private final BodyReport report;
    private final Map<String, String> given = new HashMap<>();

    Options(Set<String> alternatives, Facts facts, BodyReport report) {
      this.alternatives = alternatives;
      this.facts = facts;
      this.report = report;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      // The calls of a chain are inside of each other, the last one outermost.
      super.visitMethodInvocation(tree, null);
      facts
          .method(getCurrentPath())
          .filter(method -> alternatives.contains(method.getSimpleName().toString()))
          .filter(method -> Owners.of(method).toString().startsWith(LIFTS))
          .ifPresent(method ->
              tree.getArguments().forEach(a -> give(a, method.getSimpleName().toString())));
      return null;
    }

    private void give(ExpressionTree argument, String option) {
      Facts.literal(argument)
          .ifPresent(name -> {
            var first = given.putIfAbsent(name, option);
            if (first != null) {
              report.about(
                  DiagnosticCode.COLLECTION_TWICE,
                  new TreePath(getCurrentPath(), argument),
                  "\"%s\" is named twice, by %s and by %s.".formatted(name, first, option),
                  "Keep one of the two.");
            }
          });
    }
  }
}
