package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import org.jspecify.annotations.Nullable;

/** Finds submodules that a definition constructs and never uses. */
public final class UnusedSubmoduleCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      checkBody(method.path(), trees, report);
    }
    LambdaBodies.outermost(type, trees).forEach(lambda -> checkBody(lambda, trees, report));
  }

  private static void checkBody(TreePath body, AttributedTrees trees, BodyReport report) {
    var scanner = new Scanner(trees);
    scanner.scan(body, null);
    scanner.declared.keySet().removeAll(scanner.used);
    scanner.dropped.addAll(scanner.declared.values());
    scanner.dropped.forEach(construction -> report(construction, report));
  }

  private static void report(Construction construction, BodyReport report) {
    report.about(
        DiagnosticCode.UNUSED_SUBMODULE,
        construction.factory(),
        "%s is constructed but never used.".formatted(construction.moduleName()),
        "Call it, or remove it.");
  }

  /**
   * Collects constructions whose result is unused or assigned to a local variable, and the
   * variables in use.
   */
  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final Set<Construction> dropped = new HashSet<>();
    private final LinkedHashMap<Element, Construction> declared = new LinkedHashMap<>();
    private final Set<@Nullable Element> used = new HashSet<>();

    Scanner(AttributedTrees trees) {
      this.trees = trees;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      Construction.at(getCurrentPath(), trees).ifPresent(this::place);
      return super.visitMethodInvocation(tree, null);
    }

    private void place(Construction construction) {
      var parent = construction.whole().getParentPath();
      if (parent.getLeaf() instanceof ExpressionStatementTree) {
        dropped.add(construction);
      } else if (parent.getLeaf() instanceof VariableTree) {
        var variable = trees.element(parent);
        if (variable != null && variable.getKind() == ElementKind.LOCAL_VARIABLE) {
          declared.put(variable, construction);
        }
      }
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      used.add(trees.element(getCurrentPath()));
      return null;
    }
  }
}
