package io.cambric.processor.body.flow;

import com.sun.source.tree.MethodInvocationTree;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/**
 * State that differs between the runs of a method, though its arguments are equal. Static fields
 * that are not final, random generators and clocks have it. So have the questions whether a run
 * initializes, has a random stream, may change a collection or has a variable. Messages show a
 * state as the code that reads it, such as {@code Flags.train} or {@code hasRng("noise")}.
 */
public final class ScopeState {

  private static final String INITIALIZING = "isInitializing";

  private static final Set<String> QUESTIONS =
      Set.of(INITIALIZING, "hasRng", "isMutableCollection", "hasVariable");

  private ScopeState() {}

  /** {@return the state that a field holds, if runs may find different values in it} */
  static Optional<String> ofField(Element field, AttributedTrees trees) {
    var modifiers = field.getModifiers();
    return field.getKind() == ElementKind.FIELD
            && modifiers.contains(Modifier.STATIC)
            && !modifiers.contains(Modifier.FINAL)
            && !trees.isModule(field.asType())
        ? Optional.of(field.getEnclosingElement().getSimpleName() + "." + field.getSimpleName())
        : Optional.empty();
  }

  /** {@return the state that a call reads, if runs may get different answers} */
  static Optional<String> ofCall(
      ExecutableElement method, MethodInvocationTree call, AttributedTrees trees) {
    return isQuestion(method, trees) || HostState.of(method).isPresent()
        ? Optional.of(call.toString())
        : Optional.empty();
  }

  /** {@return whether a method asks the scope, which answers the same throughout a run} */
  static boolean isQuestion(ExecutableElement method, AttributedTrees trees) {
    return trees.isScopeFunction(method) && QUESTIONS.contains(method.getSimpleName().toString());
  }

  /** {@return whether a name on which a value depends is a state, and no argument} */
  public static boolean isState(String name) {
    return name.contains(".") || name.contains("(");
  }

  /** {@return whether a state is the same in every application, and differs in initialization} */
  public static boolean isOfInit(String name) {
    return name.startsWith(INITIALIZING + "(");
  }
}
