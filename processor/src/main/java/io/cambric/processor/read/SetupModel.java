package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * The setup method of a definition and the record that it returns.
 *
 * @param method the method itself, for diagnostics
 * @param record the record itself
 * @param recordName the name of the record
 * @param returnType the record with its type arguments
 * @param typeVariables the record's type parameters
 * @param components the record's components
 * @param doc the record's Javadoc
 */
public record SetupModel(
    ExecutableElement method,
    TypeElement record,
    ClassName recordName,
    TypeName returnType,
    List<TypeVariableName> typeVariables,
    List<ComponentModel> components,
    DocComment doc) {

  /** {@return the name of the setup method and of the generated accessor} */
  public String methodName() {
    return method.getSimpleName().toString();
  }
}
