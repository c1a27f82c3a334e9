package io.cambric.kernels.simd.gemm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.jit.Species;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineProfileTest {

  @ParameterizedTest(name = "{0} lanes, {1} registers")
  @CsvSource({"8, 16, 6, 4", "16, 32, 8, 8", "8, 32, 8, 8", "4, 32, 8, 8"})
  void registers_and_lanes_choose_the_tiles(int lanes, int registers, int rows, int unpacked) {
    var machine = new MachineProfile(lanes, registers, CacheSizes.USUAL);

    assertThat(machine.packedKernels(LaneType.F32).step()).isEqualTo(rows);
    assertThat(machine.unpackedRows(2)).isEqualTo(unpacked);
    assertThat(machine.unpackedRows(1)).isEqualTo(Packing.PACK_MR);
  }

  @ParameterizedTest(name = "{0} registers")
  @CsvSource({"16", "32"})
  void accumulators_and_held_operands_of_planar_tiles_fit_into_the_registers(int registers) {
    var machine = new MachineProfile(8, registers, CacheSizes.USUAL);

    for (int features = 1; features <= 3; features++) {
      int accumulators = features * machine.planarVectors(features);
      assertThat(accumulators + features + 1).isLessThanOrEqualTo(registers);
    }
  }

  @ParameterizedTest(name = "{0} KB")
  @CsvSource({"512, 131072", "1024, 262144", "2048, 262144", "128, 65536"})
  void the_second_level_cache_bounds_the_elements_that_stay(int kilobytes, int elements) {
    var machine = new MachineProfile(8, 16, new CacheSizes(32 << 10, kilobytes << 10));

    assertThat(machine.cachedElements()).isEqualTo(elements);
  }

  @ParameterizedTest(name = "{0} KB, {1} lanes")
  @CsvSource({"32, 8, 341", "48, 16, 256", "32, 16, 256", "64, 4, 1024"})
  void a_panel_takes_two_thirds_of_the_first_level_cache_within_bounds(
      int kilobytes, int lanes, int depth) {
    var machine = new MachineProfile(lanes, 32, new CacheSizes(kilobytes << 10, 1 << 20));

    assertThat(machine.blockDepth()).isEqualTo(depth);
  }

  @Test
  void this_machine_has_the_lanes_of_its_species() {
    assertThat(MachineProfile.here().lanes()).isEqualTo(Species.LANES);
  }
}
