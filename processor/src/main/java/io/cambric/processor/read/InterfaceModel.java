package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import java.util.List;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * An interface named in {@code @Module(as = ...)}.
 *
 * @param element the interface itself
 * @param type the interface with its inferred type arguments
 * @param methods its abstract methods, inherited ones too
 * @param hasShorthands whether it has a method named like a form of {@code init} or {@code apply}
 * @param value the annotation value that names it, for diagnostics
 */
public record InterfaceModel(
    TypeElement element,
    TypeName type,
    List<ExecutableElement> methods,
    boolean hasShorthands,
    AnnotationValue value) {

  /** {@return whether it has a method with the member's name and number of parameters} */
  boolean asksFor(Member member) {
    return methods.stream()
        .anyMatch(method ->
            method.getSimpleName().contentEquals(member.name())
                && method.getParameters().size() == member.parameterTypes().size());
  }
}
