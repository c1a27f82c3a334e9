package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.OwnCalls;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.ElementKind;

/** Finds direct calls of a method that has a scope of its own, which such a call does not enter. */
public final class NameScopeCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, trees)) {
      var calls = OwnCalls.of(methods, trees);
      // In a constructor nothing runs in a scope at all, which is another mistake.
      methods.stream()
          .filter(method -> method.element().getKind() == ElementKind.METHOD)
          .forEach(method ->
              calls
                  .from(method.element())
                  .forEach((target, place) -> {
                    if (Annotated.hasNameScope(target)
                        && place.getLeaf() instanceof MethodInvocationTree call
                        && Syntax.isOnThis(call)) {
                      report.about(
                          DiagnosticCode.NAME_SCOPE_CALLED_DIRECTLY,
                          place,
                          "%s has a name scope, which a direct call does not enter."
                              .formatted(target.getSimpleName()),
                          "Call it through %s.self()."
                              .formatted(
                                  ElementNames.module(
                                      Owners.of(target).getSimpleName().toString())));
                    }
                  }));
    }
  }
}
