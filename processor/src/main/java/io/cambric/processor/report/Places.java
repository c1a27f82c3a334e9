package io.cambric.processor.report;

import io.cambric.processor.read.Eclipse;
import io.cambric.processor.read.Owners;
import io.cambric.processor.read.SourceText;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.util.Elements;

/**
 * Positions of elements for the compiler of Eclipse. Its messager finds neither the file nor the
 * line of records, components and type parameters.
 */
final class Places {

  private final Elements elements;
  private final boolean isEclipse;

  Places(ProcessingEnvironment environment) {
    elements = environment.getElementUtils();
    isEclipse = Eclipse.made(environment.getMessager());
  }

  /** {@return the element to report on instead of {@code element}} */
  Element reported(Element element) {
    return isEclipse && element instanceof TypeParameterElement parameter
        ? parameter.getGenericElement()
        : element;
  }

  /** {@return the file and the line of an element, if the messager doesn't find them} */
  Optional<String> text(Element element) {
    return isEclipse && isOfRecord(element)
        ? SourceText.of(element, elements).map(s -> s.file() + ":" + s.line(element))
        : Optional.empty();
  }

  /**
   * Whether it is a record or a component. The compiler may show a component as a field or a
   * parameter.
   */
  private static boolean isOfRecord(Element element) {
    return switch (element.getKind()) {
      case RECORD, RECORD_COMPONENT -> true;
      case FIELD, PARAMETER -> Owners.of(element).getKind() == ElementKind.RECORD;
      default -> false;
    };
  }
}
