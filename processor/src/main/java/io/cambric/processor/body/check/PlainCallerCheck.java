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
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** Finds direct calls of a compact method from a method that opens a frame that isn't compact. */
public final class PlainCallerCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    DefinitionScanner.definitions(type, trees).forEach(d -> checkDefinition(d, trees, report));
  }

  private static void checkDefinition(
      List<DefinitionScanner.Method> methods, AttributedTrees trees, BodyReport report) {
    var calls = OwnCalls.of(methods, trees);
    var reached = calls.reachedFromCreators();
    for (var method : methods) {
      var caller = method.element();
      boolean opensPlainFrame =
          !caller.getModifiers().contains(Modifier.PRIVATE)
              && !caller.getModifiers().contains(Modifier.STATIC)
              && !Annotated.has(caller, Annotated.NOWRAP)
              && !reached.contains(caller);
      if (opensPlainFrame) {
        calls
            .from(caller)
            .forEach((target, place) -> {
              boolean isConstructor = caller.getKind() == ElementKind.CONSTRUCTOR;
              if (Annotated.has(target, Annotated.COMPACT)
                  && (isConstructor || !Annotated.hasNameScope(target))
                  && place.getLeaf() instanceof MethodInvocationTree call
                  && Syntax.isOnThis(call)) {
                report(target, caller, place, report);
              }
            });
      }
    }
  }

  private static void report(
      ExecutableElement target, ExecutableElement caller, TreePath place, BodyReport report) {
    var definition = Owners.of(caller).getSimpleName().toString();
    boolean isConstructor = caller.getKind() == ElementKind.CONSTRUCTOR;
    report.about(
        DiagnosticCode.COMPACT_CALLED_FROM_PLAIN,
        place,
        "%s is @Compact, but %s, which calls it directly, is not, so it cannot create anything."
            .formatted(
                target.getSimpleName(),
                isConstructor ? "the constructor of " + definition : caller.getSimpleName()),
        isConstructor
            ? "Call it in a method marked @Compact."
            : "Call it through %s.self(), or mark %s @Compact."
                .formatted(ElementNames.module(definition), caller.getSimpleName()));
  }
}
