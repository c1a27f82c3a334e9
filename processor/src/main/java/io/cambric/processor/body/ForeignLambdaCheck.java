package io.cambric.processor.body;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Names;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds creations inside lambdas that another module runs, in its own scope. */
final class ForeignLambdaCheck implements BodyCheck {

  private static final Set<String> CREATIONS = Set.of("param", "variable", "makeRng");

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, facts))) {
      var own = Names.module(Owners.of(method.element()).getSimpleName().toString());
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          var runner = foreignModule(getCurrentPath(), own, facts);
          if (runner.isPresent()) {
            for (var argument : tree.getArguments()) {
              if (argument instanceof LambdaExpressionTree) {
                new Creations(facts, report, runner.get())
                    .scan(new TreePath(getCurrentPath(), argument), null);
              }
            }
          }
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(method.path(), null);
    }
  }

  /** The module whose method, written by the user, is called with the lambda. */
  private static Optional<String> foreignModule(TreePath call, String own, Facts facts) {
    return facts
        .method(call)
        .map(Owners::of)
        .filter(owner -> facts.isModule(owner.asType()) && Facts.isGenerated(owner))
        .map(owner -> owner.getSimpleName().toString())
        .filter(name -> !name.equals(own));
  }

  /** Reports what is created in a lambda. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final BodyReport report;
    private final String runner;

    Creations(Facts facts, BodyReport report, String runner) {
      this.facts = facts;
      this.report = report;
      this.runner = runner;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var construction = Construction.at(path, facts);
      if (construction.isPresent()) {
        if (!construction.get().isDetached() && !isResult(construction.get().whole())) {
          report(path, construction.get().moduleName());
        }
      } else {
        facts
            .method(path)
            .filter(facts::isScopeFunction)
            .map(method -> method.getSimpleName().toString())
            .filter(CREATIONS::contains)
            .ifPresent(name -> report(path, name + "(...)"));
      }
      return super.visitMethodInvocation(tree, null);
    }

    /** A lambda that returns the submodule is a factory, whose caller wishes to own it. */
    private static boolean isResult(TreePath construction) {
      var leaf = construction.getParentPath().getLeaf();
      return leaf instanceof ReturnTree || leaf instanceof LambdaExpressionTree;
    }

    private void report(TreePath path, String created) {
      report.about(
          DiagnosticCode.CREATION_IN_FOREIGN_LAMBDA,
          path,
          "%s in a lambda that %s runs lands in the scope of %s."
              .formatted(created, runner, runner),
          "Create it before, and capture the value.");
    }
  }
}
