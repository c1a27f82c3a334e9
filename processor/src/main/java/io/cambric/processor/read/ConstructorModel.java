package io.cambric.processor.read;

import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * A constructor of a definition that users may call, through {@code X.of(...)}.
 *
 * @param element the constructor itself, for diagnostics
 * @param typeVariables the type parameters of the definition, followed by its own
 * @param parameters its parameters
 * @param doc its own Javadoc, with the record's {@code @param} tags filled in
 */
public record ConstructorModel(
    ExecutableElement element,
    List<TypeVariableName> typeVariables,
    List<ParameterModel> parameters,
    DocComment doc) {}
